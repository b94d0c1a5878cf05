import { drawnNumber } from '../values/index.ts';
import type { MockEntry } from './mock-entries.ts';

type Fault = NonNullable<MockEntry['fault']>;
/**
 * Identifies a random draw: `seed` stands for the case and attempt, `call` numbers the call, `entry` is the index in
 * the mock.
 */
type Drawn = { seed: string; call: number; entry: number };

/** Tracks the faults of one attempt and how often each was triggered. */
export function createFaults() {
  const struck = new Map<Fault, number>();
  return {
    /** Decides whether a fault is triggered for a call. If it is used up or not drawn, the next entry answers. */
    strikes(fault: Fault, drawn: Drawn): boolean {
      const { times = Number.POSITIVE_INFINITY, rate = 1 } = fault;
      const before = struck.get(fault) ?? 0;
      if (before >= times || (rate < 1 && drawnNumber(faultSeed(drawn)) >= rate)) return false;
      struck.set(fault, before + 1);
      return true;
    },
  };
}

function faultSeed({ seed, call, entry }: Drawn): string {
  return `${seed}:${call}:${entry}`;
}
