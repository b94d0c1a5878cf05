import { setTimeout as wait } from 'node:timers/promises';
import type { RunEvent } from '../../runner/contract/index.ts';
import type { Database } from '../db/index.ts';
import { getRun, readEvents, reapOrphans } from '../history/index.ts';

const LOOK_EVERY_MS = 25;
const REAP_EVERY_MS = 2000;
const BATCH = 500;

/**
 * Follows the log of a run: what is there after `afterSeq`, then what comes, in batches without gaps, long
 * texts left out. Ends after
 * `run.finished`, at an unknown run, and when `signal` aborts. Looks only when the database says it has changed.
 */
export async function* tailRun(
  database: Database,
  { runId, afterSeq }: { runId: string; afterSeq: number },
  signal: AbortSignal,
): AsyncGenerator<RunEvent[]> {
  let seq = afterSeq;
  let seen = -1;
  let reapAt = Date.now();
  while (!signal.aborted) {
    const version = Number(database.sqlite.pragma('data_version', { simple: true }));
    const events =
      version === seen ? [] : [...readEvents(database, runId, { afterSeq: seq, limit: BATCH, bodies: 'light' })];
    const last = events.at(-1);
    if (last !== undefined) {
      seq = last.seq;
      yield events;
      if (last.type === 'run.finished') return;
      continue;
    }
    seen = version;
    if (Date.now() >= reapAt) {
      reapAt = Date.now() + REAP_EVERY_MS;
      // A run that this connection itself closes does not change its data_version.
      if (reapOrphans(database).length > 0) seen = -1;
      const run = getRun(database, runId);
      if (run === undefined || (run.status !== 'running' && seen !== -1 && !hasMore(database, runId, seq))) return;
    }
    await wait(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

function hasMore(database: Database, runId: string, seq: number): boolean {
  return [...readEvents(database, runId, { afterSeq: seq, limit: 1 })].length > 0;
}
