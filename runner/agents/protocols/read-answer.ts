import type { ToolCall, Usage } from '../../contract/index.ts';
import { AgentError, type AgentRequest, describeTooLongAnswer } from '../../ports/index.ts';
import { isJsonObject, type Json, toErrorMessage } from '../../values/index.ts';
import { parseEventJson, type ServerAnswer } from './connection.ts';

/** Reads the documents of an answer: the events of a stream, or a single document. */
export type AnswerReader = {
  /**
   * Reads a document.
   * @throws an `AgentError` if the agent reports a failure, or an error with the reason if the document is invalid at
   * this point
   */
  read(document: Json, name?: string): void;
  /**
   * The name of the event that ends an answer. `isRead` returns whether it was read. If `orDone` is true, `[DONE]` also
   * ends the answer.
   */
  end: { name: string; isRead(): boolean; orDone: boolean };
  text(): string;
  usage(): Usage | undefined;
  /** Returns the number of characters so far. */
  length(): number;
};

type ReadAnswerOptions = { reader: AnswerReader; request: AgentRequest; maxAnswer: number };

/**
 * Passes an answer to its reader. Usage that the agent has reported counts even if the answer is incomplete.
 * @throws an `AgentError` for a stream that is incomplete or out of order
 */
export async function readAnswer(
  answer: ServerAnswer,
  { reader, request, maxAnswer }: ReadAnswerOptions,
): Promise<void> {
  let count = 0;
  let lastEventName = '';
  const readCountedEvent = (document: Json, name?: string): void => {
    count += 1;
    lastEventName = describeEvent(document, { count, name });
    try {
      reader.read(document, name);
    } catch (error) {
      if (error instanceof AgentError) throw error;
      throw new AgentError(`${lastEventName} is invalid at this point: ${toErrorMessage(error)}`, 'agent', {
        cause: error,
      });
    }
    if (reader.length() > maxAnswer) throw new AgentError(describeTooLongAnswer('answered', maxAnswer), 'agent');
  };
  try {
    if (!answer.isStream) readCountedEvent(await answer.json());
    else await readEvents(answer, { reader, read: readCountedEvent, request });
    if (reader.end.isRead() || (reader.end.orDone && answer.isDone())) return;
    const position = count === 0 ? 'without an event' : `after ${lastEventName}`;
    throw new AgentError(`the answer is incomplete: it ended ${position}, before ${reader.end.name}`, 'agent');
  } catch (error) {
    const usage = reader.usage();
    if (usage !== undefined) request.context.report?.({ type: 'usage', usage });
    throw error;
  }
}

type ReadEventsOptions = Pick<ReadAnswerOptions, 'reader' | 'request'> & { read(document: Json, name: string): void };

async function readEvents(answer: ServerAnswer, { reader, read, request }: ReadEventsOptions): Promise<void> {
  for await (const events of answer.events()) {
    for (const event of events) {
      const document = parseEventJson(event);
      if (event.name === 'error' && !isJsonObject(document)) throw createReportedError(document);
      read(document, event.name);
    }
    if (events.length > 0) request.context.report?.({ type: 'text', text: reader.text() });
  }
}

function describeEvent(document: Json, { count, name }: { count: number; name: string | undefined }): string {
  const { type, object } = isJsonObject(document) ? document : {};
  const label = [type, object, name === 'message' ? undefined : name].find((each) => typeof each === 'string');
  return `event ${count}${label === undefined ? '' : ` (${label})`}`;
}

/** Creates the error for an answer that reports a failure. */
export function createReportedError(error: Json): AgentError {
  const { message = error, code, type } = isJsonObject(error) ? error : {};
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  const kind = [code, type].find((each) => typeof each === 'string');
  return new AgentError(`reported an error: ${text.slice(0, 300)}${kind === undefined ? '' : ` (${kind})`}`, 'agent');
}

/** Throws if two calls have the same id, because results and users' answers refer to calls by id. */
export function requireUniqueCallIds(calls: readonly Pick<ToolCall, 'id' | 'tool'>[]): void {
  const seenIds = new Set<string>();
  for (const { id, tool } of calls) {
    if (id === undefined) continue;
    if (seenIds.has(id))
      throw new AgentError(`two tool calls have the id ${id}; the second one is of ${tool}`, 'agent');
    seenIds.add(id);
  }
}
