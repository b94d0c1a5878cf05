import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type AttemptId, type AttemptKey, attemptKey } from '../../runner/fold/index.ts';
import { tryParseJson } from '../../runner/values/index.ts';
import type { TextDelta } from '../sse/index.ts';

type LiveText = { turn: number; text: string };
export type LiveTextByAttempt = Readonly<Partial<Record<AttemptKey, LiveText>>>;

/** Queries the partial answers of the turns in progress. The cache is filled by the event stream. */
export function liveTextsQuery(runId: string) {
  return queryOptions({
    queryKey: ['run', runId, 'live texts'],
    queryFn: (): LiveTextByAttempt => ({}),
    enabled: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns the partial answer of an unfinished turn. */
export function findLiveTextOfTurn(
  texts: LiveTextByAttempt | undefined,
  key: AttemptId,
  turn: number,
): string | undefined {
  const liveText = texts?.[attemptKey(key)];
  return liveText?.turn === turn ? liveText.text : undefined;
}

/**
 * Applies a piece of streamed text to the cached answers. If a piece is missing, ignores the following ones until the
 * text is sent again from its beginning.
 */
export function addTextDelta(queryClient: QueryClient, runId: string, message: string): void {
  const delta = tryParseJson(message);
  if (!isTextDelta(delta)) return;
  const { turn, from, text } = delta;
  const key = attemptKey(delta);
  queryClient.setQueryData(liveTextsQuery(runId).queryKey, (texts: LiveTextByAttempt = {}) => {
    const before = texts[key]?.turn === turn ? texts[key].text : '';
    return before.length < from ? texts : { ...texts, [key]: { turn, text: before.slice(0, from) + text } };
  });
}

/** Validates only the type of the message, because the server has validated its contents. */
function isTextDelta(value: unknown): value is TextDelta {
  return typeof value === 'object' && value !== null && 'from' in value && 'text' in value && 'caseId' in value;
}
