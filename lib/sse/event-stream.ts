import type { RunEvent } from '../../runner/contract/index.ts';
import type { AttemptId } from '../../runner/fold/index.ts';

const encoder = new TextEncoder();

export const eventStreamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-store, no-transform',
  'x-accel-buffering': 'no',
};

/**
 * Sends chunks of formatted events one by one, as fast as the client takes them: what it has not taken is not read.
 * A comment every `heartbeatMs` keeps quiet lines open. Leaving the stream aborts `leave` and ends the chunks.
 */
export function eventStream(
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

/** More of an answer that is being given, beginning at the character `from` of it. */
export type TextDelta = AttemptId & { turn: number; from: number; text: string };

/** The message of a piece of an answer. It has no id: it is gone when the answer is there. */
export function formatTextDelta(delta: TextDelta): string {
  return `event: text.delta\ndata: ${JSON.stringify(delta)}\n\n`;
}

/** The message of the state of a run up to the event `seq`, in pieces: the state is as long as the run has cases. */
export function formatState({ seq, bytes }: { seq: number; bytes: Uint8Array }): Uint8Array[] {
  return [encoder.encode(`event: run.state\nid: ${seq}\ndata: `), bytes, encoder.encode('\n\n')];
}

/** The message of an event, with its `seq` as id, so that a browser that lost the line says where it was. */
export function formatEvent(event: RunEvent): string {
  return `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
}
