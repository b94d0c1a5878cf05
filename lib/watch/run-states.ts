import type { RunState } from '../../runner/fold/index.ts';
import { type Database, database } from '../../runner/history/db/index.ts';
import { findLastSeq } from '../../runner/history/index.ts';
import { createValueCache } from '../../runner/values/index.ts';
import { requireRunState } from '../runs/index.ts';

const MAX_CACHED_BYTES = 32 * 1024 * 1024;

/** The state of a run as JSON, computed from its events up to `seq`. */
export type RunStateBytes = { seq: number; bytes: Uint8Array };

type MaxRunStateLag = {
  /** How many events may be missing from a cached state. */
  behind: number;
};

declare global {
  // Stored in a global variable, because Next may load this module once per bundle.
  var turntreeRunStates: WeakMap<Database, (runId: string, limit: MaxRunStateLag) => RunStateBytes> | undefined;
}

/**
 * Returns the state of a run as JSON. A cached state is returned as long as no more than `limit.behind` events are
 * missing from it. Throws for an unknown run.
 */
export function getRunStateBytes(runId: string, limit: MaxRunStateLag): RunStateBytes {
  globalThis.turntreeRunStates ??= new WeakMap();
  const history = database();
  const states = globalThis.turntreeRunStates.get(history) ?? createRunStateCache(history, requireRunState);
  globalThis.turntreeRunStates.set(history, states);
  return states(runId, limit);
}

export function createRunStateCache(
  history: Database,
  stateOf: (runId: string) => RunState,
): (runId: string, limit: MaxRunStateLag) => RunStateBytes {
  const recentStates = createValueCache<RunStateBytes>(MAX_CACHED_BYTES, ({ bytes }) => bytes.length);
  return (runId, { behind }) => {
    const cached = recentStates.get(runId);
    if (cached !== undefined && findLastSeq(history, runId) - cached.seq <= behind) return cached;
    const state = stateOf(runId);
    const snapshot = { seq: state.seq, bytes: Buffer.from(JSON.stringify(state)) };
    recentStates.keep(runId, snapshot);
    return snapshot;
  };
}
