import { AgentError } from '../../ports/index.ts';
import { classifyFailureStatus, findTooDeepOffset, TOO_DEEP_TEXT } from '../../values/index.ts';
import type { AnswerCollector } from './answer-collector.ts';
import { createTextReader } from './charset.ts';
import { createAnswerEventParser, isEndOfStreamMarker, type ServerEvent } from './event-stream.ts';

/** Reads an answer that is a single document. Returns an excerpt of its beginning for error messages. */
export function collectJsonAnswer(text: string, collector: AnswerCollector): string {
  if (!collector.add(text, 'document'))
    throw new AgentError(`answered ${describeInvalidJson('something', text)}`, 'agent');
  return formatAnswerExcerpt(text);
}

/**
 * Reads an answer of several JSON lines whose content type announces a single document. Returns an excerpt of the last
 * line.
 */
export function collectJsonLines(text: string, collector: AnswerCollector): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const data of lines) collectEvent({ name: 'message', data }, collector);
  return formatAnswerExcerpt(lines.at(-1) ?? '');
}

/** Returns the text of a response. Throws with the server's message for a status other than 2xx. */
export async function readResponseText(response: Response): Promise<string> {
  let text = '';
  for await (const piece of readTextChunks(response)) text += piece;
  if (response.ok) return text;
  const service = classifyFailureStatus(response.status);
  throw new AgentError(`answered ${response.status}: ${formatAnswerExcerpt(text)}`, 'agent', { service });
}

type AnswerStreamOptions = { collector: AnswerCollector; events?: readonly string[] | undefined };

/** Reads a stream of events until it ends or contains `[DONE]`. Returns an excerpt of the last event. */
export async function readStream(
  response: Response,
  { collector, events }: AnswerStreamOptions,
  onText?: (text: string) => void,
): Promise<string> {
  const parser = createAnswerEventParser(response.headers.get('content-type') ?? '');
  const isExpectedEvent = ({ name }: ServerEvent) =>
    events === undefined || events.includes(name) || FAILURE_EVENT_PATTERN.test(name);
  let last = 'no event';
  for await (const piece of readTextChunks(response)) {
    for (const event of parser.push(piece)) {
      if (isEndOfStreamMarker(event)) return last;
      if (isExpectedEvent(event)) last = collectEvent(event, collector);
      if (END_EVENT_PATTERN.test(event.name)) return last;
    }
    onText?.(collector.text());
  }
  for (const event of parser.end())
    if (!isEndOfStreamMarker(event) && isExpectedEvent(event)) last = collectEvent(event, collector);
  return last;
}

/** Names of events that end a stream. Needed for servers that keep the connection open. */
const END_EVENT_PATTERN = /^(?:done|end|close|eof)$/i;

function collectEvent({ name, data }: ServerEvent, collector: AnswerCollector): string {
  if (FAILURE_EVENT_PATTERN.test(name))
    throw new AgentError(`answered with an error event: ${formatAnswerExcerpt(data)}`, 'agent');
  if (!collector.add(data, 'event')) throw new AgentError(`answered ${describeInvalidJson('an event', data)}`, 'agent');
  return formatAnswerExcerpt(data);
}

/** Names of events by which servers report an error. No further events follow them. */
const FAILURE_EVENT_PATTERN = /^(?:(?:run|stream|agent|response|message|turn)[._-])?(?:error|failed|failure)$/i;

export function describeInvalidJson(what: string, text: string): string {
  const why = findTooDeepOffset(text) === undefined ? 'is not JSON' : `cannot be read, because ${TOO_DEEP_TEXT}`;
  return `${what} that ${why}: ${formatAnswerExcerpt(text)}`;
}

/** Yields the decoded text in chunks. Closes the connection if the consumer stops early. */
export async function* readTextChunks(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const reader = createTextReader(response.headers.get('content-type'));
  for await (const chunk of response.body) {
    yield reader.push(chunk);
  }
  yield reader.end();
}

export function formatAnswerExcerpt(text: string): string {
  const short = text.slice(0, 300).replaceAll(/\s+/g, ' ').trim();
  return short === '' ? 'nothing' : short;
}
