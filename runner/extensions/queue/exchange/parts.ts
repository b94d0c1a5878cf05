import type { RunEventBody } from '../../../contract/index.ts';

const PART_CHARACTERS = 500_000;

/** Splits the events of a delivery into messages small enough for a queue, in order. Returns at least one. */
export function splitEvents(events: readonly RunEventBody[]): RunEventBody[][] {
  const parts: RunEventBody[][] = [[]];
  let size = 0;
  for (const event of events) {
    const own = JSON.stringify(event).length;
    if (size > 0 && size + own > PART_CHARACTERS) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(event);
    size += own;
  }
  return parts;
}
