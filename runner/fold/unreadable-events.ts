import type { RunEvent } from '../contract/index.ts';
import type { AttemptKey } from './attempt-state.ts';

/** Events of a log in a row, `seq` to `to`, that cannot be read for the same reason. */
export type UnreadableEvents = { seq: number; to: number; of?: string | undefined; why: string } & Partial<AttemptKey>;

/** Returns why the event of the log that this one stands for cannot be read; undefined for one that was read. */
export function whyUnreadable(event: RunEvent): string | undefined {
  switch (event.type) {
    case 'event.unreadable':
      return event.why;
    case 'case.finished':
      return event.result.unreadable;
    case 'run.started':
    case 'run.finished':
      return event.unreadable;
    default:
      return undefined;
  }
}

/** Adds an event that cannot be read to a list; the list stays as it is for other events. */
export function addUnreadable<List extends readonly UnreadableEvents[] | undefined>(
  list: List,
  event: RunEvent,
): List | UnreadableEvents[] {
  const why = whyUnreadable(event);
  if (why === undefined) return list;
  const { seq } = event;
  const known = list ?? [];
  const last = known.at(-1);
  const of = event.type === 'event.unreadable' ? event.of : event.type;
  const { suiteKey, caseId, attempt } = { suiteKey: undefined, caseId: undefined, attempt: undefined, ...event };
  const isNext = last?.to === seq - 1 && last.why === why && last.of === of && last.caseId === caseId;
  if (isNext && last.suiteKey === suiteKey && last.attempt === attempt) return [...known.slice(0, -1), { ...last, to: seq }];
  return [...known, { seq, to: seq, of, why, suiteKey, caseId, attempt }];
}

export function countUnreadable(list: readonly UnreadableEvents[] | undefined = []): number {
  return list.reduce((sum, { seq, to }) => sum + to - seq + 1, 0);
}
