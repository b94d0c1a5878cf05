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
      if (before >= times || (rate < 1 && draw(drawn) >= rate)) return false;
      struck.set(fault, before + 1);
      return true;
    },
  };
}

/** A number from 0 to 1 without 1, the same in every run: FNV-1a of the place of the call, and the mixer of MurmurHash 3. */
function draw({ seed, call, entry }: Drawn): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed}:${call}:${entry}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}
