import { createParser } from 'eventsource-parser';
import { jsonIn } from '../../values/index.ts';

/** One event of a stream; `name` is `message` unless the server says otherwise. */
export type ServerEvent = { name: string; data: string };
export type EventParser = { push(text: string): ServerEvent[]; end(): ServerEvent[] };

/** Reads `text/event-stream` piece by piece, wherever the network cut it. */
export function createEventParser(): EventParser {
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

/**
 * The events of an answer: server-sent, or a line each. The content type says which; where it names neither, the first
 * line does.
 */
export function createAnswerEvents(contentType: string): EventParser {
  if (/event-stream/i.test(contentType)) return withSplitLines(createEventParser());
  if (isLinesType(contentType)) return createLineParser();
  let head = '';
  let parser: EventParser | undefined;
  const begin = (): EventParser => {
    parser = looksLikeEvents(head) ? withSplitLines(createEventParser()) : createLineParser();
    return parser;
  };
  return {
    push(text) {
      if (parser !== undefined) return parser.push(text);
      head += text;
      return decisiveLine.test(head) ? begin().push(head) : [];
    },
    end() {
      if (parser !== undefined) return parser.end();
      const newParser = begin();
      return [...newParser.push(head), ...newParser.end()];
    },
  };
}

/** Types of lines of JSON: NDJSON, JSON Lines and JSON text sequences. */
export function isLinesType(contentType: string): boolean {
  return /ndjson|jsonl|jsonlines|json-lines|json-seq|stream\+json/i.test(contentType);
}

/** The first line that is neither empty nor a comment of server-sent events. */
const decisiveLine = /^\s*(?::[^\n]*\n\s*)*[^\s:][^\n]*\n/;

/** Servers send server-sent events under other types, too. */
export function looksLikeEvents(text: string): boolean {
  return /^\s*(?::[^\n]*\n\s*)*(?:data|event|id|retry):/.test(text);
}

/** What servers send when nothing follows. */
export function isEndMark({ data }: ServerEvent): boolean {
  return /^\s*(?:\[(?:DONE|END|EOS|EOF|STOP|FINISHED)\]|<\|?(?:end|endoftext|eos|done)\|?>)\s*$/i.test(data);
}

/** Several documents, a line each. */
export function isLinesOfJson(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.every((line) => /^\s*[{[]/.test(line) && jsonIn(line) !== undefined);
}

/** Each line is an event; record separators of JSON text sequences are left out. */
function createLineParser(): EventParser {
  let rest = '';
  const events = (lines: readonly string[]) =>
    lines.flatMap((line) => {
      const data = line.replaceAll('\u001e', '').trim();
      return data === '' ? [] : [{ name: 'message', data }];
    });
  return {
    push(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      return events(lines);
    },
    end() {
      const last = rest;
      rest = '';
      return events([last]);
    },
  };
}

/** Servers that forget the empty line between events send several documents as the lines of one. */
function withSplitLines(parser: EventParser): EventParser {
  const split = (events: readonly ServerEvent[]) =>
    events.flatMap((event) => {
      const lines = event.data.split('\n').filter((line) => line.trim() !== '');
      const isDocuments =
        lines.length > 1 && lines.every((line) => isDocument(line) || isEndMark({ ...event, data: line }));
      return isDocuments ? lines.map((data) => ({ ...event, data })) : [event];
    });
  return { push: (text) => split(parser.push(text)), end: () => split(parser.end()) };
}

function isDocument(line: string): boolean {
  return /^\s*\{/.test(line) && jsonIn(line) !== undefined;
}
