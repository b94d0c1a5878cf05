import { database } from '../../runner/history/db/index.ts';
import { findLastSeq } from '../../runner/history/index.ts';
import type { SearchValues } from '../queries/index.ts';
import { requireRunStatus } from '../runs/index.ts';
import { createEventStream, eventStreamHeaders, formatState, parseResumeSeq } from '../sse/index.ts';
import { getSharedRunLogFollower } from './run-log-follower.ts';
import { getRunStateBytes } from './run-states.ts';

const HEARTBEAT_MS = 15_000;
/**
 * The maximum number of missed events that are sent to a client. If more are missing, the client gets the state of the
 * run, which is shorter, and then the events after it.
 */
const MAX_REPLAYED_EVENTS = 1_000;
/**
 * How many events may be missing from the state that is sent. So clients that connect one after another get the same
 * cached state.
 */
const MAX_EVENTS_BEHIND = 256;

/**
 * Answers a request with the events of a run as a stream, until the run or the request ends. Throws for an unknown run.
 */
export function watchRun(request: Request, runId: string): Response {
  const status = requireRunStatus(runId);
  const lastEventId = request.headers.get('last-event-id');
  const after = new URL(request.url).searchParams.get(
    'after' satisfies keyof SearchValues['GET /api/runs/[runId]/events'],
  );
  const afterSeq = parseResumeSeq({ lastEventId, after });
  const last = findLastSeq(database(), runId);
  // The status 204 keeps the EventSource from reconnecting. There will be no more events, because the run has ended.
  if (status !== 'running' && last <= afterSeq) return new Response(null, { status: 204 });
  const controller = new AbortController();
  const signal = AbortSignal.any([request.signal, controller.signal]);
  const chunks = streamRunMessages({ runId, afterSeq, missed: last - afterSeq }, signal);
  return new Response(createEventStream(chunks, { heartbeatMs: HEARTBEAT_MS, leave: controller }), {
    headers: eventStreamHeaders,
  });
}

type WatchRequest = { runId: string; afterSeq: number; missed: number };

async function* streamRunMessages(
  { runId, afterSeq, missed }: WatchRequest,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (missed <= MAX_REPLAYED_EVENTS) return yield* getSharedRunLogFollower().follow({ runId, afterSeq }, signal);
  const state = getRunStateBytes(runId, { behind: MAX_EVENTS_BEHIND });
  yield* formatState(state);
  yield* getSharedRunLogFollower().follow({ runId, afterSeq: state.seq }, signal);
}
