import type { Phase, RunEvent, RunEventType } from '../contract/index.ts';

/**
 * A period in which an attempt was waiting. `endedAt` is missing while the attempt is still waiting. Times are in
 * milliseconds since 1970.
 */
export type WaitPeriod = { turn: number; phase: Phase; startedAt: number; endedAt?: number };

/**
 * The types of events after which an attempt no longer waits for the same thing: the start of another wait, or a
 * result.
 */
export const waitEndingEventTypes: readonly RunEventType[] = [
  'phase.started',
  'turn.finished',
  'checkpoint.updated',
  'assertion.finished',
  'score.finished',
  'case.repeated',
  'case.finished',
];

/** Updates the list of periods in which the run waited with the next event. */
export function computeWaitsAfterEvent(waits: WaitPeriod[], event: RunEvent): WaitPeriod[] {
  const before = waitEndingEventTypes.includes(event.type) ? endLastWait(waits, event.at) : waits;
  if (event.type !== 'phase.started') return before;
  return [...before, { turn: event.turn, phase: event.phase, startedAt: event.at }];
}

function endLastWait(waits: WaitPeriod[], endTime: number): WaitPeriod[] {
  const last = waits.at(-1);
  if (last === undefined || last.endedAt !== undefined) return waits;
  return [...waits.slice(0, -1), { ...last, endedAt: Math.max(endTime, last.startedAt) }];
}
