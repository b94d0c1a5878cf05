import type { RunState, RunStatus } from '../../runner/fold/index.ts';
import { database } from '../../runner/history/db/index.ts';
import { getRun, readRunStatus } from '../../runner/history/index.ts';
import { AppError } from '../../runner/host/errors.ts';
import { getSharedRunReader } from './shared-run-reader.ts';

/** Returns the row of a run; throws if the history does not contain the run. */
export function requireRun(runId: string): NonNullable<ReturnType<typeof getRun>> {
  return getRun(database(), runId) ?? createUnknownRunError(runId);
}

/** Returns the status of a run; throws if the history does not contain the run. */
export function requireRunStatus(runId: string): RunStatus {
  return readRunStatus(database(), runId) ?? createUnknownRunError(runId);
}

/** Returns the current state of a run; throws if the history does not contain the run. */
export function requireRunState(runId: string): RunState {
  return getSharedRunReader().readRunState(runId) ?? createUnknownRunError(runId);
}

function createUnknownRunError(runId: string): never {
  throw new AppError('not_found', `There is no run ${runId} in this history.`);
}
