import type { RunStatus } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';

/** Nothing for a run that is not in the history. */
export function runStatus({ sqlite }: Database, runId: string): RunStatus | undefined {
  return sqlite.prepare<[string], RunStatus>('SELECT status FROM runs WHERE id = ?').pluck().get(runId);
}
