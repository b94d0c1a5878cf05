import { database } from '@/lib/db';
import { lastSeq } from '@/lib/history';
import { type RunParams, respond } from '@/lib/http';
import { requireRun, runTails } from '@/lib/runs';
import { eventStream, eventStreamHeaders, resumePoint } from '@/lib/sse';

const HEARTBEAT_MS = 15_000;

export function GET(request: Request, { params }: RunParams): Promise<Response> {
  return respond(async () => {
    const { runId } = await params;
    const run = requireRun(runId);
    const lastEventId = request.headers.get('last-event-id');
    const afterSeq = resumePoint({ lastEventId, after: new URL(request.url).searchParams.get('after') });
    // 204 tells an EventSource to stay away: a finished log does not grow.
    if (run.status !== 'running' && lastSeq(database(), runId) <= afterSeq) return new Response(null, { status: 204 });
    const leave = new AbortController();
    const signal = AbortSignal.any([request.signal, leave.signal]);
    const chunks = runTails().follow({ runId, afterSeq }, signal);
    return new Response(eventStream(chunks, { heartbeatMs: HEARTBEAT_MS, leave }), { headers: eventStreamHeaders });
  });
}
