import { type AttemptRow, type CaseRow, isJudgedByAccuracy, type RunState, reachesThreshold } from '../fold/index.ts';
import { describeMissedAccuracy } from '../verdict/index.ts';
import type { ResultReader } from './reported-cases.ts';

/**
 * If the run misses its minimum accuracy, marks every case below the minimum as failed, so that the report agrees with
 * the exit code.
 */
export function failCasesBelowMinAccuracy(
  run: RunState,
  resultsOf: ResultReader,
): { state: RunState; resultsOf: ResultReader } {
  const gates = run.options?.gates ?? {};
  const { minAccuracy = 0 } = gates;
  if (describeMissedAccuracy(gates, run.rows) === undefined) return { state: run, resultsOf };
  const isBelowMinAccuracy = (row: CaseRow, { status, score }: AttemptRow): boolean =>
    isJudgedByAccuracy(row) && status === 'passed' && !reachesThreshold(score ?? null, minAccuracy);
  const failed = 'failed' as const;
  const rows = run.rows.map((row) => ({
    ...row,
    attempts: row.attempts.map((attempt) =>
      isBelowMinAccuracy(row, attempt) ? { ...attempt, status: failed } : attempt,
    ),
  }));
  return {
    state: { ...run, rows },
    resultsOf: (row) => {
      const statuses = new Map(row.attempts.map(({ attempt, status }) => [attempt, status]));
      return resultsOf(row).map((result) => {
        if (result.status !== 'passed' || statuses.get(result.attempt) !== failed) return result;
        const error = `accuracy ${result.score?.toFixed(4) ?? 'not measured'} below ${minAccuracy.toFixed(4)}`;
        return { ...result, status: failed, error };
      });
    },
  };
}
