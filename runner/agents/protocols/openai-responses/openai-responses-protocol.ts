import type { AgentEntryOf } from '../../../contract/index.ts';
import { castToJson, type Json, type JsonObject, withoutUndefined } from '../../../values/index.ts';
import { selectNewMessages } from '../new-messages.ts';
import type { Conversation, InterruptibleRequest, InterruptibleResponse, Protocol, ProtocolType } from '../protocol.ts';
import { readAnswer, requireUniqueCallIds } from '../read-answer.ts';
import { createUserAndMetadataFields } from '../user-and-metadata.ts';
import { toApprovalItem, toInputItems } from './input-items.ts';
import { parseOutputItems } from './output-items.ts';
import { createResponseReader, joinTexts, type ResponseReader } from './read-response.ts';

type OpenAiResponsesEntry = AgentEntryOf<'openai-responses'>;

export const openaiResponses: ProtocolType<OpenAiResponsesEntry> = {
  create: createOpenAIResponses,
  signs: {
    isFirst: (type, { object }) => object === 'response' || /^response\.(created|queued)$/.test(type),
  },
  reports: { tools: 'may', usage: 'may' },
  options: [],
  sharesState: false,
  keepsConversation: false,
};

/**
 * Creates the protocol of an agent with the Responses API. If the server does not store the conversation, every request
 * contains all of it, with the agent's items unchanged.
 */
function createOpenAIResponses(entry: OpenAiResponsesEntry): Protocol {
  return { begin: () => beginConversation(entry) };
}

type ResponseThread = {
  /** The items of all earlier requests and answers; empty before the first request. */
  items: JsonObject[];
  /** The number of case messages that the items represent. */
  seenCount: number;
  lastId: string | undefined;
};

function beginConversation(entry: OpenAiResponsesEntry): Conversation {
  const thread: ResponseThread = { items: [], seenCount: 0, lastId: undefined };
  return {
    async ask(roundRequest, signal) {
      const { request, connection } = roundRequest;
      const newItems = listNewItems(thread, roundRequest);
      const body = buildResponseRequest(entry, { thread, roundRequest, newItems });
      const answer = await connection.ask({ url: connection.url, body }, signal);
      const reader = createResponseReader();
      await readAnswer(answer, { reader, request, maxAnswer: connection.maxAnswer });
      const round = toInterruptibleResponse(reader, roundRequest);
      thread.items.push(...newItems, ...reader.items());
      thread.seenCount = request.messages.length;
      thread.lastId = reader.id();
      return round;
    },
  };
}

/**
 * After an interrupt, sends only the answers to it. The user's message is one of these answers, so it is not sent
 * again.
 */
function listNewItems({ seenCount }: ResponseThread, { request, answers }: InterruptibleRequest): JsonObject[] {
  if (answers !== undefined) return answers.map(toApprovalItem);
  const messages = seenCount === 0 ? request.messages : selectNewMessages(request.messages, seenCount);
  return messages.flatMap(toInputItems);
}

type ResponseRequestOptions = { thread: ResponseThread; roundRequest: InterruptibleRequest; newItems: JsonObject[] };

function buildResponseRequest(
  { model, stream, session }: OpenAiResponsesEntry,
  { thread, roundRequest, newItems }: ResponseRequestOptions,
): Json {
  const previous = session === undefined ? undefined : thread.lastId;
  return withoutUndefined({
    model,
    input: castToJson(previous === undefined ? [...thread.items, ...newItems] : newItems),
    previous_response_id: previous,
    stream,
    ...createUserAndMetadataFields(roundRequest.request, undefined),
  });
}

function toInterruptibleResponse(
  reader: ResponseReader,
  { request: { context } }: InterruptibleRequest,
): InterruptibleResponse {
  const { texts, toolCalls, interrupts, unknown } = parseOutputItems(reader.items());
  requireUniqueCallIds(toolCalls);
  for (const type of new Set(unknown))
    context.report?.({
      type: 'warning',
      text: `the response has an item ${type || 'without a type'}: it was ignored`,
    });
  const cutWarning = reader.cut();
  if (cutWarning !== undefined) context.report?.({ type: 'warning', text: cutWarning });
  const usage = reader.usage();
  return { content: joinTexts(texts), toolCalls, ...(usage === undefined ? {} : { usage }), interrupts };
}
