import type { RunEvent } from '../../contract/index.ts';
import { createRunFold, emptyRunState, finishedRunEventTypes, type RunState } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { getRun, type RunRecord } from './get-run.ts';
import { readEvents } from './read-events.ts';

/** Returns the current state of a run, computed from its events; undefined for an unknown id. */
export function getRunState(database: Database, runId: string): RunState | undefined {
  const record = getRun(database, runId);
  if (record === undefined) return undefined;
  const fold = createRunFold(emptyRunState(runId));
  for (const event of readEventsOfState(database, record, 0)) fold.apply(event);
  return fold.state();
}

/** Yields the events after `afterSeq` that change the state of a run. */
export function readEventsOfState(database: Database, run: RunRecord, afterSeq: number): Generator<RunEvent> {
  const types = run.status === 'running' ? undefined : finishedRunEventTypes;
  return readEvents(database, run.runId, { afterSeq, bodies: 'counted', types });
}
