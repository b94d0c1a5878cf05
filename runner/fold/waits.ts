import type { Phase, RunEvent } from '../contract/index.ts';

/** A time in which an attempt waited for somebody; it has no end while it lasts. Milliseconds since 1970. */
export type Wait = { turn: number; phase: Phase; startedAt: number; endedAt?: number };

/** Applies an event to the waits: a new wait ends the one before, and so does an answer. */
export function waitsAfter(waits: Wait[], event: RunEvent): Wait[] {
  switch (event.type) {
    case 'phase.started':
      return [...ended(waits, event.at), { turn: event.turn, phase: event.phase, startedAt: event.at }];
    case 'turn.finished':
    case 'checkpoint.updated':
    case 'assertion.finished':
    case 'score.finished':
    case 'case.repeated':
    case 'case.finished':
      return ended(waits, event.at);
    default:
      return waits;
  }
}

function ended(waits: Wait[], at: number): Wait[] {
  const last = waits.at(-1);
  if (last === undefined || last.endedAt !== undefined) return waits;
  return [...waits.slice(0, -1), { ...last, endedAt: Math.max(at, last.startedAt) }];
}
