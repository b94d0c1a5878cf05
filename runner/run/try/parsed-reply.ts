import {
  createAnswerEventParser,
  isEndOfStreamMarker,
  isJsonLines,
  isJsonLinesContentType,
  looksLikeEventStream,
} from '../../agents/http/event-stream.ts';
import { isFailureDocument } from '../../agents/http/failure-document.ts';
import { type Json, tryParseJson } from '../../values/index.ts';
import type { ServerReply } from './prober.ts';

/** An event of a stream: its name, and its JSON or text. */
export type ParsedStreamEvent = { name: string; document: Json };

/** An answer in parsed form, before the path of its text is known. */
export type ParsedReply =
  | { kind: 'document'; document: Json }
  | { kind: 'events'; events: readonly ParsedStreamEvent[] }
  | { kind: 'text'; text: string }
  | { kind: 'unreadable'; reason: string };

/** Determines the format of an answer from its content, or from its content type if the content is inconclusive. */
export function parseReply({ type, text, isGarbled, status }: ServerReply): ParsedReply {
  if (text.trim() === '') return { kind: 'unreadable', reason: `answers ${status} with an empty body` };
  if (/grpc/i.test(type)) return { kind: 'unreadable', reason: 'speaks gRPC, which is not supported' };
  if (isGarbled) {
    return { kind: 'unreadable', reason: 'answers with bytes that are not UTF-8, and names no matching charset' };
  }
  if (/html/i.test(type) || /^\s*<(?:!doctype|html)\b/i.test(text)) {
    return { kind: 'unreadable', reason: 'answers with a web page' };
  }
  if (/\bxml\b/i.test(type) || /^\s*<\?xml\b/.test(text)) return { kind: 'unreadable', reason: 'answers with XML' };
  if (/^(?:image|audio|video)\/|octet-stream|pdf|zip/i.test(type) && tryParseJson(text) === undefined) {
    return { kind: 'unreadable', reason: `answers with ${type}` };
  }
  const document = /event-stream/i.test(type) ? undefined : tryParseJson(text);
  if (document !== undefined && !isJsonLinesContentType(type)) return { kind: 'document', document };
  if (/event-stream/i.test(type) || isJsonLinesContentType(type) || looksLikeEventStream(text) || isJsonLines(text)) {
    return { kind: 'events', events: parseReplyEvents(type, text) };
  }
  if (/json/i.test(type))
    return { kind: 'unreadable', reason: 'answers with something that claims to be JSON but is not' };
  if (/^(?:[0-9a-f]:|\d+:)["[{]/i.test(text)) {
    return { kind: 'unreadable', reason: 'uses the data stream of AI SDK 4, which is not supported' };
  }
  return { kind: 'text', text };
}

function parseReplyEvents(type: string, text: string): ParsedStreamEvent[] {
  const parser = createAnswerEventParser(type);
  const events = [...parser.push(text), ...parser.end()];
  const end = events.findIndex(isEndOfStreamMarker);
  const answerEvents = end < 0 ? events : events.slice(0, end);
  return answerEvents.map(({ name, data }) => ({ name, document: parseEventData(data) }));
}

/** Parses the data of an event. A single JSON number or word stays a text, because it may be a piece of the answer. */
function parseEventData(data: string): Json {
  const value = tryParseJson(data);
  return typeof value === 'string' || (typeof value === 'object' && value !== null) ? value : data;
}

/** True if the answer reports a failure, whatever its HTTP status. */
export function reportsFailure(parsed: ParsedReply): boolean {
  if (parsed.kind === 'document') return isFailureDocument(parsed.document) || hasFailureStatusCode(parsed.document);
  if (parsed.kind !== 'events') return false;
  const isErrorEvent = ({ name, document }: ParsedStreamEvent) =>
    isFailureDocument(document) || FAILURE_EVENT_PATTERN.test(name);
  return parsed.events.some(isErrorEvent);
}

const FAILURE_EVENT_PATTERN = /^(?:\w+[._-])?(?:error|failed|failure|exception)$/i;

/**
 * True if the answer itself contains an error status, because some servers respond with HTTP status 200 to every
 * request.
 */
function hasFailureStatusCode(document: Json): boolean {
  const { code, status, statusCode, status_code: snake } = Object(document);
  return [code, status, statusCode, snake].some((value) => typeof value === 'number' && value >= 400 && value < 600);
}
