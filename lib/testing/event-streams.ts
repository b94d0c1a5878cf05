import { type RunEvent, runEventSchema } from '../../runner/contract/index.ts';

/** The events in a piece of an event stream, whose ids are their `seq`. */
export function eventsInStream(bytes: Uint8Array): RunEvent[] {
  const messages = new TextDecoder().decode(bytes).split('\n\n');
  return messages.flatMap((message) => {
    const found = /^id: (\d+)\ndata: (.*)$/.exec(message);
    if (found === null) return [];
    const event = runEventSchema.parse(JSON.parse(found[2] ?? ''));
    if (event.seq !== Number(found[1])) throw new Error(`event ${event.seq} has the id ${found[1]}`);
    return [event];
  });
}
