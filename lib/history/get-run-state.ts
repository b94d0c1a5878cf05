import { createRunFold, emptyRunState, type RunEventType, type RunState } from '../../runner/contract/index.ts';
import type { Database } from '../db/index.ts';
import { getRun } from './get-run.ts';
import { readEvents } from './read-events.ts';

/** Of a finished run these say everything that its list of cases shows; the others only mattered on the way. */
const decisive: readonly RunEventType[] = [
  'run.started',
  'cases.announced',
  'case.finished',
  'hook.finished',
  'run.finished',
];

/** A run folded up to now, or nothing for an unknown id. */
export function getRunState(database: Database, runId: string): RunState | undefined {
  const record = getRun(database, runId);
  if (record === undefined) return undefined;
  const fold = createRunFold(emptyRunState(runId));
  const types = record.status === 'running' ? undefined : decisive;
  for (const event of readEvents(database, runId, {
    afterSeq: 0,
    bodies: 'light',
    ...(types === undefined ? {} : { types }),
  })) {
    fold.apply(event);
  }
  return fold.state();
}
