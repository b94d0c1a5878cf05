import type { RunState, RunStatus } from '../../runner/fold/index.ts';
import { database } from '../../runner/history/db/index.ts';
import { getRun, readRunStatus } from '../../runner/history/index.ts';
import { AppError } from '../../runner/host/errors.ts';
import { getSharedRunReader } from './shared-run-reader.ts';

/** The row of a run; throws if this history does not have it. */
export function requireRun(runId: string): NonNullable<ReturnType<typeof getRun>> {
  return getRun(database(), runId) ?? createUnknownRunError(runId);
}

/** Returns the status of a run; throws if it is not in this history. */
export function requireRunStatus(runId: string): RunStatus {
  return readRunStatus(database(), runId) ?? createUnknownRunError(runId);
}

/** Returns the state of a run, folded up to its last event; throws if it is not in this history. */
export function requireRunState(runId: string): RunState {
  return getSharedRunReader().readRunState(runId) ?? createUnknownRunError(runId);
}

function createUnknownRunError(runId: string): never {
  throw new AppError('not_found', `There is no run ${runId} in this history.`);
}
