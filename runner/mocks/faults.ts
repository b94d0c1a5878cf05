import { drawnNumber } from '../values/index.ts';
import type { MockEntry } from './mock-entries.ts';

type Fault = NonNullable<MockEntry['fault']>;
/** A call of a mocked tool: the case and attempt that it belongs to, and its number there. */
type Drawn = { seed: string; call: number; entry: number };

/** The faults of one attempt: how often each has struck. */
export function createFaults() {
  const struck = new Map<Fault, number>();
  return {
    /** Tells whether a fault strikes a call; a spent one, and one that is not drawn, lets the next entry answer. */
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
