import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AttemptId, type AttemptKey, attemptKey } from '../../runner/fold/index.ts';
import { jsonIn } from '../../runner/values/index.ts';
import type { TextDelta } from '../sse/index.ts';

type Spoken = { turn: number; text: string };
export type LiveTexts = Readonly<Partial<Record<AttemptKey, Spoken>>>;

/** The answers of a run that are being given, as far as a page that follows it has heard them. */
export function liveTextsQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'live texts'],
    queryFn: (): LiveTexts => ({}),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns what has been said in a turn that is not over. */
export function spokenText(texts: LiveTexts | undefined, key: AttemptId, turn: number): string | undefined {
  const spoken = texts?.[attemptKey(key)];
  return spoken?.turn === turn ? spoken.text : undefined;
}

/** Adds a message of the event stream. One that does not fit what was heard waits for the next that begins anew. */
export function hearText(queryClient: QueryClient, runId: string, message: string): void {
  const delta = jsonIn(message);
  if (!isDelta(delta)) return;
  const { turn, from, text } = delta;
  const key = attemptKey(delta);
  queryClient.setQueryData(liveTextsQuery(runId).queryKey, (texts: LiveTexts = {}) => {
    const before = texts[key]?.turn === turn ? texts[key].text : '';
    return before.length < from ? texts : { ...texts, [key]: { turn, text: before.slice(0, from) + text } };
  });
}

/** The server sends what it has checked. */
function isDelta(value: unknown): value is TextDelta {
  return typeof value === 'object' && value !== null && 'from' in value && 'text' in value && 'caseId' in value;
}
