import type { RunStatus } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';

/** Returns the status of a run; undefined if the run is not in the history. */
export function readRunStatus({ sqlite }: Database, runId: string): RunStatus | undefined {
  return selectRows(sqlite, 'runs', 'status', 'WHERE id = ?').get(runId);
}
