import { type RunEvent, runEventSchema } from '../../runner/contract/index.ts';

/** Parses the events in a chunk of an event stream; their ids are their `seq`. */
export function parseStreamEvents(bytes: Uint8Array): RunEvent[] {
  const messages = new TextDecoder().decode(bytes).split('\n\n');
  return messages.flatMap((message) => {
    const match = /^id: (\d+)\ndata: (.*)$/.exec(message);
    if (match === null) return [];
    const event = runEventSchema.parse(JSON.parse(match[2] ?? ''));
    if (event.seq !== Number(match[1])) throw new Error(`event ${event.seq} has the id ${match[1]}`);
    return [event];
  });
}
