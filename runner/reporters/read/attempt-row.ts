import { type AttemptRow, type CaseResult, finishedRow } from '../../contract/index.ts';

/** An attempt that a report tells of, as a row of a list shows it. */
export function attemptRowOf(result: CaseResult): AttemptRow {
  return { attempt: result.attempt, status: result.status, turns: 0, ...finishedRow(result) };
}
