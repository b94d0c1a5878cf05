import type { CaseResult } from '../../contract/index.ts';
import { type AttemptRow, finishedRow } from '../../fold/index.ts';

/** An attempt that a report tells of, as a row of a list shows it. */
export function toAttemptRow(result: CaseResult): AttemptRow {
  return { attempt: result.attempt, status: result.status, turns: 0, ...finishedRow(result) };
}
