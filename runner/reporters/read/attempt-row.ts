import type { CaseResult } from '../../contract/index.ts';
import { type AttemptRow, toFinishedRowFields } from '../../fold/index.ts';

/** Converts an attempt of a report to a row of a list. */
export function toAttemptRow(result: CaseResult): AttemptRow {
  return { attempt: result.attempt, status: result.status, turns: 0, ...toFinishedRowFields(result) };
}
