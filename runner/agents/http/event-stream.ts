import { createParser } from 'eventsource-parser';

/** One event of a stream; `name` is `message` unless the server says otherwise. */
export type ServerEvent = { name: string; data: string };

/** Reads `text/event-stream` piece by piece, wherever the network cut it. */
export function createEventParser(): { push(text: string): ServerEvent[]; end(): ServerEvent[] } {
  let events: ServerEvent[] = [];
  const parser = createParser({ onEvent: ({ event: name = 'message', data }) => events.push({ name, data }) });

  function push(text: string): ServerEvent[] {
    events = [];
    parser.feed(text);
    return events;
  }

  // An event without its empty line counts: many servers just close.
  return { push, end: () => push('\n\n') };
}
