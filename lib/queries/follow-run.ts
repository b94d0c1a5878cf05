import type { QueryClient } from '@tanstack/react-query';
import { applyEvents } from './apply-events.ts';
import { refetchAttempts } from './attempt.ts';
import { bufferEventsDuringFetch } from './buffer-events.ts';
import { buildApiPath } from './fetch-json.ts';
import { addTextDelta } from './live-texts.ts';
import { parseEvent, parseState } from './parse-event.ts';
import { runQuery } from './run.ts';

/** The state of a page's connection to live events. */
export type Connection = 'connecting' | 'live' | 'lost' | 'finished';

const REOPEN_AFTER_MS = 1_000;
const FLUSH_HIDDEN_AFTER_MS = 1_000;

type FollowRunOptions = { queryClient: QueryClient; runId: string; onConnection: (connection: Connection) => void };

/**
 * Updates the cached run from its event stream, at most once per frame, until the run has ended or the returned
 * function is called. Reconnects if the connection is lost. If events are missing or unreadable, reloads the run; if
 * very many are missing, the server sends the whole run instead. A hidden page disconnects, because browsers allow only
 * a few connections per server.
 */
export function followRun({ queryClient, runId, onConnection }: FollowRunOptions): () => void {
  const bufferedEvents = bufferEventsDuringFetch(queryClient, runId);
  const inbox = createEventBatcher(receiveEvents);
  let source: EventSource | undefined;
  let reopening: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  openConnection();
  document.addEventListener('visibilitychange', handleVisibilityChange);
  return stopFollowing;

  function stopFollowing(): void {
    stopped = true;
    document.removeEventListener('visibilitychange', handleVisibilityChange);
    clearTimeout(reopening);
    source?.close();
    inbox.clear();
    bufferedEvents.release();
  }

  function handleVisibilityChange(): void {
    if (document.hidden) source?.close();
    else openConnection();
  }

  function openConnection(): void {
    if (document.hidden) return;
    source?.close();
    source = openStream(queryClient, runId);
    source.onopen = () => onConnection('live');
    source.onmessage = (message) => inbox.addEventText(message.data);
    source.addEventListener('run.state', (message) => void receiveState(message.data));
    source.onerror = () => {
      onConnection('lost');
      if (source?.readyState === EventSource.CLOSED) scheduleReload();
    };
  }

  function receiveEvents(texts: readonly string[]): void {
    const events = texts.map((text) => parseEvent(runId, text));
    const runEvents = events.filter((event) => event !== undefined);
    bufferedEvents.addEvents(runEvents);
    const unreadable = runEvents.length < events.length;
    if (unreadable) onConnection('lost');
    if (unreadable || applyEvents(queryClient, runId, runEvents) === 'gap') {
      source?.close();
      scheduleReload();
      return;
    }
    stopIfRunFinished();
  }

  async function receiveState(text: string): Promise<void> {
    inbox.clear();
    if (await replaceCachedState(queryClient, runId, text)) stopIfRunFinished();
    else scheduleReload();
  }

  function scheduleReload(): void {
    clearTimeout(reopening);
    reopening = setTimeout(() => void reloadState(), REOPEN_AFTER_MS);
  }

  async function reloadState(): Promise<void> {
    inbox.clear();
    const freshRun = await queryClient.fetchQuery({ ...runQuery(runId), staleTime: 0 }).catch(() => undefined);
    if (stopped) return;
    if (freshRun === undefined) return scheduleReload();
    await refetchAttempts(queryClient, runId);
    if (!stopped && !stopIfRunFinished()) openConnection();
  }

  function stopIfRunFinished(): boolean {
    const state = queryClient.getQueryData(runQuery(runId).queryKey);
    if (state?.finishedAt === undefined) return false;
    stopFollowing();
    onConnection('finished');
    return true;
  }
}

function openStream(queryClient: QueryClient, runId: string): EventSource {
  const after = queryClient.getQueryData(runQuery(runId).queryKey)?.seq ?? 0;
  const source = new EventSource(buildApiPath('GET /api/runs/[runId]/events', { runId, after }));
  source.addEventListener('text.delta', (message) => addTextDelta(queryClient, runId, message.data));
  return source;
}

/**
 * Replaces the cached run by a complete state that the server sent, and reloads its attempts. Returns false if the
 * state cannot be parsed.
 */
async function replaceCachedState(queryClient: QueryClient, runId: string, text: string): Promise<boolean> {
  const state = parseState(runId, text);
  if (state === undefined) return false;
  queryClient.setQueryData(runQuery(runId).queryKey, state);
  await refetchAttempts(queryClient, runId);
  return true;
}

type EventBatcher = { addEventText(text: string): void; clear(): void };

/** Collects messages and handles them once per frame; while the page is hidden and has no frames, once per second. */
function createEventBatcher(deliver: (texts: readonly string[]) => void): EventBatcher {
  let texts: string[] = [];
  let frame: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    addEventText(text) {
      texts.push(text);
      frame ??= requestAnimationFrame(deliverPendingEvents);
      timer ??= setTimeout(deliverPendingEvents, FLUSH_HIDDEN_AFTER_MS);
    },
    clear: clearPendingEvents,
  };

  function deliverPendingEvents(): void {
    const gathered = texts;
    clearPendingEvents();
    deliver(gathered);
  }

  function clearPendingEvents(): void {
    if (frame !== undefined) cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = undefined;
    timer = undefined;
    texts = [];
  }
}
