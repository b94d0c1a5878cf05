import type { RunEvent } from '../../runner/contract/index.ts';

const encoder = new TextEncoder();

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * Server-sent events of a run's log, each with its `seq` as id, so that a browser that lost the line says where it was.
 * A comment every `heartbeatMs` keeps quiet lines open. Leaving the stream aborts `leave`, which ends the tail.
 */
export function eventStream(
  batches: AsyncIterable<RunEvent[]>,
  { heartbeatMs, leave }: { heartbeatMs: number; leave: AbortController },
): ReadableStream<Uint8Array> {
  let heartbeat: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(encoder.encode('retry: 1000\n\n'));
      heartbeat = setInterval(() => controller.enqueue(encoder.encode(': still here\n\n')), heartbeatMs);
      try {
        for await (const events of batches) controller.enqueue(encoder.encode(events.map(formatEvent).join('')));
        if (!leave.signal.aborted) controller.close();
      } catch (error) {
        if (!leave.signal.aborted) controller.error(error);
      } finally {
        clearInterval(heartbeat);
      }
    },
    cancel() {
      clearInterval(heartbeat);
      leave.abort();
    },
  });
}

function formatEvent(event: RunEvent): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
}
