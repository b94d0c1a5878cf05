import { AgentError } from '../../ports/index.ts';
import { failureOfStatus } from '../../values/index.ts';
import type { AnswerCollector } from './answer-collector.ts';
import { createEventParser, type ServerEvent } from './event-stream.ts';

const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** Reads an answer that is one document. Answers the beginning of what it read. */
export async function readJson(response: Response, collector: AnswerCollector): Promise<string> {
  let text = '';
  for await (const piece of textOf(response)) text += piece;
  if (!response.ok) {
    const service = failureOfStatus(response.status);
    throw new AgentError(`answered ${response.status}: ${excerpt(text)}`, 'agent', { service });
  }
  if (!collector.add(text)) throw new AgentError(`answered something that is not JSON: ${excerpt(text)}`, 'agent');
  return excerpt(text);
}

/** Reads a stream of events up to `[DONE]` or its end. Answers the last event. */
export async function readStream(response: Response, collector: AnswerCollector): Promise<string> {
  const parser = createEventParser();
  let last = 'no event';
  for await (const piece of textOf(response)) {
    for (const event of parser.push(piece)) {
      if (event.data === '[DONE]') return last;
      last = readEvent(event, collector);
    }
  }
  for (const event of parser.end()) if (event.data !== '[DONE]') last = readEvent(event, collector);
  return last;
}

function readEvent({ name, data }: ServerEvent, collector: AnswerCollector): string {
  if (name === 'error') throw new AgentError(`answered with an error event: ${excerpt(data)}`, 'agent');
  if (!collector.add(data)) throw new AgentError(`answered an event that is not JSON: ${excerpt(data)}`, 'agent');
  return excerpt(data);
}

/** Ends the connection when the reader stops early, by an error or because it has heard enough. */
async function* textOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let bytes = 0;
  for await (const chunk of response.body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) throw new AgentError('answered more than 16 MB', 'agent');
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

function excerpt(text: string): string {
  const short = text.slice(0, 300).replaceAll(/\s+/g, ' ').trim();
  return short === '' ? 'nothing' : short;
}
