import type { RunEvent } from '../../runner/contract/index.ts';
import type { AttemptId } from '../../runner/fold/index.ts';

const encoder = new TextEncoder();

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * Streams chunks of formatted events, no faster than the client reads them. Sends a comment every `heartbeatMs`, which
 * keeps idle connections open. If the client disconnects, aborts `leave`, so that the source of the chunks stops.
 */
export function createEventStream(
  chunks: AsyncGenerator<Uint8Array>,
  { heartbeatMs, leave }: { heartbeatMs: number; leave: AbortController },
): ReadableStream<Uint8Array> {
  let heartbeat: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode('retry: 1000\n\n'));
      heartbeat = setInterval(() => {
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(': still here\n\n'));
      }, heartbeatMs);
    },
    async pull(controller) {
      try {
        const { value, done } = await chunks.next();
        if (leave.signal.aborted) return;
        if (done !== true) return controller.enqueue(value);
        clearInterval(heartbeat);
        controller.close();
      } catch (error) {
        clearInterval(heartbeat);
        controller.error(error);
      }
    },
    async cancel() {
      clearInterval(heartbeat);
      leave.abort();
      await chunks.return(undefined);
    },
  });
}

/** A piece of an answer that is still streaming; `from` is its character offset in the answer. */
export type TextDelta = AttemptId & { turn: number; from: number; text: string };

/**
 * Formats a text delta as a message of the stream. It has no event id, because it need not be sent again after a
 * reconnect.
 */
export function formatTextDelta(delta: TextDelta): string {
  return `event: text.delta\ndata: ${JSON.stringify(delta)}\n\n`;
}

/**
 * Formats the state of a run up to the event `seq` as a message of the stream. The message is returned in parts,
 * because it may be very long.
 */
export function formatState({ seq, bytes }: { seq: number; bytes: Uint8Array }): Uint8Array[] {
  return [encoder.encode(`event: run.state\nid: ${seq}\ndata: `), bytes, encoder.encode('\n\n')];
}

/**
 * Formats an event as a message of the stream. Its id is `seq`, so that a browser that reconnects can tell which event
 * it received last.
 */
export function formatEvent(event: RunEvent): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
}
