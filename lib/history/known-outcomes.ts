import type { Database } from '../db/index.ts';
import { createOutcomeReader, type Outcomes } from './read-outcomes.ts';

/** About twenty bytes each. */
const MOST_ATTEMPTS = 400_000;

type Known = { read: (runId: string) => Outcomes; runs: Map<string, Outcomes>; attempts: number };

const knownOf = new WeakMap<Database['sqlite'], Known>();

/**
 * The outcomes of a run that has ended, and so does not change. Those that were read last stay in memory, for as long as
 * the run has as many `attempts` as it had.
 */
export function knownOutcomes(
  { sqlite }: Database,
  { runId, attempts }: { runId: string; attempts: number },
): Outcomes {
  const known = knownOf.get(sqlite) ?? { read: createOutcomeReader({ sqlite }), runs: new Map(), attempts: 0 };
  knownOf.set(sqlite, known);
  const kept = known.runs.get(runId);
  const found = kept?.statuses.length === attempts ? kept : known.read(runId);
  forget(known, runId);
  known.runs.set(runId, found);
  known.attempts += found.statuses.length;
  for (const oldest of known.runs.keys()) {
    if (known.attempts <= MOST_ATTEMPTS || oldest === runId) break;
    forget(known, oldest);
  }
  return found;
}

function forget(known: Known, runId: string): void {
  known.attempts -= known.runs.get(runId)?.statuses.length ?? 0;
  known.runs.delete(runId);
}
