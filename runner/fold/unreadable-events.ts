import type { AnnouncedCase, CaseResult, RunEvent } from '../contract/index.ts';
import { formatCountWithNoun, withoutUndefined } from '../values/index.ts';
import { toExclusionOfCase } from './excluded-cases.ts';
import type { UnreadableEvents } from './run-state.ts';

/**
 * Returns why an event of the log could not be read; undefined if the event was read. An event that could not be read
 * is replaced with one that contains this reason.
 */
export function findUnreadableReason(event: RunEvent): string | undefined {
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

/** Adds an event to a list of unreadable events; a readable event leaves the list unchanged. */
export function addIfUnreadable<List extends readonly UnreadableEvents[] | undefined>(
  list: List,
  event: RunEvent,
): List | UnreadableEvents[] {
  const reason = findUnreadableReason(event);
  if (reason === undefined) return list;
  const { seq } = event;
  const existingList = list ?? [];
  const last = existingList.at(-1);
  const eventType = event.type === 'event.unreadable' ? event.of : event.type;
  const { suiteKey, caseId, attempt } = { suiteKey: undefined, caseId: undefined, attempt: undefined, ...event };
  const isNext = last?.to === seq - 1 && last.why === reason && last.of === eventType && last.caseId === caseId;
  if (isNext && last.suiteKey === suiteKey && last.attempt === attempt)
    return [...existingList.slice(0, -1), { ...last, to: seq }];
  return [...existingList, { seq, to: seq, of: eventType, why: reason, suiteKey, caseId, attempt }];
}

export function recordUnreadable(state: { unreadable?: UnreadableEvents[] }, event: RunEvent): void {
  const list = addIfUnreadable(state.unreadable, event);
  if (list !== undefined) state.unreadable = list;
}

/**
 * Returns true if the list of cases may be incomplete: an unreadable event without a case id may have been the
 * announcement of cases.
 */
export function mayHaveMissingCases(list: readonly UnreadableEvents[] | undefined = []): boolean {
  return list.some(({ caseId }) => caseId === undefined);
}

/** Reconstructs the announcement of a case from its result, as far as possible. */
export function createAnnouncedCaseFromResult(suiteKey: string, result: CaseResult): AnnouncedCase {
  const { id, kind, hash = '', name, tags, setAside } = result;
  return withoutUndefined({ suiteKey, id, kind, hash, name, tags, setAside: toExclusionOfCase(setAside ?? null) });
}

export function countUnreadableResults(list: readonly UnreadableEvents[] | undefined = []): number {
  return list.filter(({ of }) => of === 'case.finished').length;
}

/**
 * Describes why a run ended. If a result cannot be read, a passed run is described in other words, because that result
 * is not known.
 */
export function formatEndReason(
  { outcome, reason }: Pick<Extract<RunEvent, { type: 'run.finished' }>, 'outcome' | 'reason'>,
  list: readonly UnreadableEvents[] | undefined,
): string {
  const unreadableResults = countUnreadableResults(list);
  if (unreadableResults === 0 || outcome !== 'passed') return reason;
  return `passed when it ran; now ${formatCountWithNoun(unreadableResults, 'result')} cannot be read`;
}

export function countUnreadable(list: readonly UnreadableEvents[] | undefined = []): number {
  return list.reduce((sum, { seq, to }) => sum + to - seq + 1, 0);
}

/**
 * Describes how many events of a log cannot be read, with the reason for the first of them; undefined if all can be
 * read.
 */
export function formatUnreadableEvents(list: readonly UnreadableEvents[] | undefined = []): string | undefined {
  const [first] = list;
  if (first === undefined) return undefined;
  const count = countUnreadable(list);
  const firstNote = count === 1 ? '' : 'the first is ';
  return `${formatCountWithNoun(count, 'event')} of the log cannot be read: ${firstNote}${formatUnreadableRange({ ...first, to: first.seq })}: ${first.why}`;
}

/** Formats a range of events: `event 12 (turn.finished)`, `events 12 to 40`. */
export function formatUnreadableRange({ seq, to, of }: Pick<UnreadableEvents, 'seq' | 'to' | 'of'>): string {
  const type = of === undefined ? '' : ` (${of})`;
  return seq === to ? `event ${seq}${type}` : `events ${seq} to ${to}${type}`;
}
