import { AgentError } from '../../ports/index.ts';
import { failureOfStatus, TOO_DEEP, tooDeepAt } from '../../values/index.ts';
import type { AnswerCollector } from './answer-collector.ts';
import { createTextReader } from './charset.ts';
import { createAnswerEvents, isEndMark, type ServerEvent } from './event-stream.ts';

/** Reads an answer that is one document. Answers the beginning of what it read. */
export function readJson(text: string, collector: AnswerCollector): string {
  if (!collector.add(text, 'document')) throw new AgentError(`answered ${notJson('something', text)}`, 'agent');
  return excerpt(text);
}

/** Reads lines of JSON that came under the type of one document. Answers the beginning of the last. */
export function readLines(text: string, collector: AnswerCollector): string {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const data of lines) readEvent({ name: 'message', data }, collector);
  return excerpt(lines.at(-1) ?? '');
}

/** The text of an answer. Throws what a server says with another status than 2xx. */
export async function readDocument(response: Response): Promise<string> {
  let text = '';
  for await (const piece of textPieces(response)) text += piece;
  if (response.ok) return text;
  const service = failureOfStatus(response.status);
  throw new AgentError(`answered ${response.status}: ${excerpt(text)}`, 'agent', { service });
}

type StreamReading = { collector: AnswerCollector; events?: readonly string[] | undefined };

/** Reads a stream of events up to `[DONE]` or its end. Answers the last event. */
export async function readStream(
  response: Response,
  { collector, events }: StreamReading,
  onText?: (text: string) => void,
): Promise<string> {
  const parser = createAnswerEvents(response.headers.get('content-type') ?? '');
  const isRead = ({ name }: ServerEvent) => events === undefined || events.includes(name) || FAILURE.test(name);
  let last = 'no event';
  for await (const piece of textPieces(response)) {
    for (const event of parser.push(piece)) {
      if (isEndMark(event)) return last;
      if (isRead(event)) last = readEvent(event, collector);
      if (LAST.test(event.name)) return last;
    }
    onText?.(collector.text());
  }
  for (const event of parser.end()) if (!isEndMark(event) && isRead(event)) last = readEvent(event, collector);
  return last;
}

/** Servers that keep the connection open say by a name that nothing follows. */
const LAST = /^(?:done|end|close|eof)$/i;

function readEvent({ name, data }: ServerEvent, collector: AnswerCollector): string {
  if (FAILURE.test(name)) throw new AgentError(`answered with an error event: ${excerpt(data)}`, 'agent');
  if (!collector.add(data, 'event')) throw new AgentError(`answered ${notJson('an event', data)}`, 'agent');
  return excerpt(data);
}

/** The names that servers give to an event after which nothing comes. */
const FAILURE = /^(?:(?:run|stream|agent|response|message|turn)[._-])?(?:error|failed|failure)$/i;

export function notJson(what: string, text: string): string {
  const why = tooDeepAt(text) === undefined ? 'is not JSON' : `cannot be read, because ${TOO_DEEP}`;
  return `${what} that ${why}: ${excerpt(text)}`;
}

/** Ends the connection when the reader stops early, by an error or because it has heard enough. */
export async function* textPieces(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const reader = createTextReader(response.headers.get('content-type'));
  for await (const chunk of response.body) {
    yield reader.push(chunk);
  }
  yield reader.end();
}

export function excerpt(text: string): string {
  const short = text.slice(0, 300).replaceAll(/\s+/g, ' ').trim();
  return short === '' ? 'nothing' : short;
}
