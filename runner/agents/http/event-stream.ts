import { createParser } from 'eventsource-parser';
import { tryParseJson } from '../../values/index.ts';

/** An event of a stream. `name` is `message` unless the server names the event. */
export type ServerEvent = { name: string; data: string };
export type EventParser = { push(text: string): ServerEvent[]; end(): ServerEvent[] };

/** Parses `text/event-stream` from chunks that may end anywhere. */
export function createEventParser(): EventParser {
  let events: ServerEvent[] = [];
  const parser = createParser({ onEvent: ({ event: name = 'message', data }) => events.push({ name, data }) });

  function parseEventsInText(text: string): ServerEvent[] {
    events = [];
    parser.feed(text);
    return events;
  }

  // At the end, accepts an event without its final empty line, because many servers just close the connection.
  return { push: parseEventsInText, end: () => parseEventsInText('\n\n') };
}

/**
 * Creates a parser for a stream of events: server-sent events, or one JSON value per line. The content type decides
 * which; if it is neither of the two, the first line decides.
 */
export function createAnswerEventParser(contentType: string): EventParser {
  if (/event-stream/i.test(contentType)) return splitDocumentsIntoEvents(createEventParser());
  if (isJsonLinesContentType(contentType)) return createLineParser();
  let head = '';
  let parser: EventParser | undefined;
  const chooseParser = (): EventParser => {
    parser = looksLikeEventStream(head) ? splitDocumentsIntoEvents(createEventParser()) : createLineParser();
    return parser;
  };
  return {
    push(text) {
      if (parser !== undefined) return parser.push(text);
      head += text;
      return decisiveLinePattern.test(head) ? chooseParser().push(head) : [];
    },
    end() {
      if (parser !== undefined) return parser.end();
      const newParser = chooseParser();
      return [...newParser.push(head), ...newParser.end()];
    },
  };
}

/** Content types of streams with one JSON value per line: NDJSON, JSON Lines and JSON text sequences. */
export function isJsonLinesContentType(contentType: string): boolean {
  return /ndjson|jsonl|jsonlines|json-lines|json-seq|stream\+json/i.test(contentType);
}

/** Matches a stream of server-sent events up to its first line that is neither empty nor a comment. */
const decisiveLinePattern = /^\s*(?::[^\n]*\n\s*)*[^\s:][^\n]*\n/;

/**
 * Returns true if the text is a stream of server-sent events. Needed because servers also send them with other content
 * types.
 */
export function looksLikeEventStream(text: string): boolean {
  return /^\s*(?::[^\n]*\n\s*)*(?:data|event|id|retry):/.test(text);
}

/** Returns true for the markers with which servers end a stream. */
export function isEndOfStreamMarker({ data }: ServerEvent): boolean {
  return /^\s*(?:\[(?:DONE|END|EOS|EOF|STOP|FINISHED)\]|<\|?(?:end|endoftext|eos|done)\|?>)\s*$/i.test(data);
}

/** Returns true if the text consists of several JSON documents, one per line. */
export function isJsonLines(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.every((line) => /^\s*[{[]/.test(line) && tryParseJson(line) !== undefined);
}

/** Parses each line as an event. Removes the record separators of JSON text sequences. */
function createLineParser(): EventParser {
  let partialLine = '';
  const toEvents = (lines: readonly string[]) =>
    lines.flatMap((line) => {
      const data = line.replaceAll('\u001e', '').trim();
      return data === '' ? [] : [{ name: 'message', data }];
    });
  return {
    push(text) {
      const lines = (partialLine + text).split('\n');
      partialLine = lines.pop() ?? '';
      return toEvents(lines);
    },
    end() {
      const lastLine = partialLine;
      partialLine = '';
      return toEvents([lastLine]);
    },
  };
}

/** Splits events that contain several documents. These come from servers that omit the empty line between events. */
function splitDocumentsIntoEvents(parser: EventParser): EventParser {
  const splitEvents = (events: readonly ServerEvent[]) =>
    events.flatMap((event) => {
      const lines = event.data.split('\n').filter((line) => line.trim() !== '');
      const isDocuments =
        lines.length > 1 &&
        lines.every((line) => isJsonDocument(line) || isEndOfStreamMarker({ ...event, data: line }));
      return isDocuments ? lines.map((data) => ({ ...event, data })) : [event];
    });
  return { push: (text) => splitEvents(parser.push(text)), end: () => splitEvents(parser.end()) };
}

function isJsonDocument(line: string): boolean {
  return /^\s*\{/.test(line) && tryParseJson(line) !== undefined;
}
