import type { Usage } from '../../../contract/index.ts';
import { AgentError } from '../../../ports/index.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../values/index.ts';
import { type AnswerReader, createReportedError } from '../read-answer.ts';
import { createResponseItemCollector } from './response-item-collector.ts';

export type ResponseReader = AnswerReader & {
  items(): JsonObject[];
  /** Returns the id of the response, to which the next request refers. */
  id(): string | undefined;
  /** Returns why the answer is incomplete; undefined if it is complete. */
  cut(): string | undefined;
};

/** Creates a reader for responses, streamed or not. For a stream, it checks that the order of the events is valid. */
export function createResponseReader(): ResponseReader {
  const items = createResponseItemCollector();
  let extraLength = 0;
  let lastNumber = -1;
  let response: JsonObject | undefined;
  let responseId: string | undefined;
  let isOver = false;

  function finishResponse(fullResponse: JsonObject): void {
    response = fullResponse;
    responseId = getResponseId(fullResponse) ?? responseId;
    requireSuccess(fullResponse);
    items.requireNoneOpen();
    isOver = true;
  }

  function applyEvent(event: JsonObject, type: string): void {
    if (type === 'error') throw createReportedError(event.error ?? event);
    lastNumber = requireNextSequenceNumber(event, lastNumber);
    if (isOver) throw new Error('the response has already ended');
    if (type === 'response.created') responseId = getResponseId(event.response) ?? responseId;
    else if (/^response\.(completed|incomplete|failed|cancelled)$/.test(type))
      finishResponse(requireResponseInEvent(event));
    else items.read(event, type);
  }

  return {
    read(document) {
      if (!isJsonObject(document)) throw new Error('the event is not an object');
      if (typeof document.type === 'string') {
        applyEvent(document, document.type);
        return;
      }
      if (document.object !== 'response') throw new Error('the object is neither an event nor a response');
      extraLength = JSON.stringify(document.output ?? []).length;
      finishResponse(document);
    },
    end: { name: 'response.completed', isRead: () => isOver, orDone: false },
    text: () => joinTexts(items.texts()),
    usage: () => parseUsageOfResponse(response),
    length: () => items.length() + extraLength,
    items: () => items.completedItems(response?.output),
    id: () => responseId,
    cut: () => describeIncompleteReason(response),
  };
}

/** Joins several messages of one answer with empty lines. */
export function joinTexts(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

function requireSuccess({ status, error = null }: JsonObject): void {
  if (status === 'failed' || error !== null) throw createReportedError(error ?? 'the response failed');
  if (status === 'cancelled') throw new AgentError('the response was cancelled', 'agent');
  if (status !== 'queued' && status !== 'in_progress') return;
  throw new AgentError(`is still ${status}: background responses are not supported`, 'agent');
}

/** Servers that do not number their events always send 0. */
function requireNextSequenceNumber({ sequence_number: number }: JsonObject, lastNumber: number): number {
  if (typeof number !== 'number') return lastNumber;
  if (number < lastNumber || (number === lastNumber && number > 0))
    throw new Error(`event ${number} comes after event ${lastNumber}`);
  return number;
}

function requireResponseInEvent({ response }: JsonObject): JsonObject {
  if (!isJsonObject(response)) throw new Error('the event has no "response"');
  return response;
}

function getResponseId(response: Json | undefined): string | undefined {
  return isJsonObject(response) && typeof response.id === 'string' ? response.id : undefined;
}

function parseUsageOfResponse(response: JsonObject | undefined): Usage | undefined {
  if (!isJsonObject(response?.usage)) return undefined;
  const { input_tokens: input, output_tokens: output, input_tokens_details: details } = response.usage;
  const cached = isJsonObject(details) ? toTokenCount(details.cached_tokens) : 0;
  const tokens = { inputTokens: toTokenCount(input), outputTokens: toTokenCount(output), calls: 1, retries: 0 };
  return cached === 0 ? tokens : { ...tokens, cachedTokens: cached };
}

function toTokenCount(value: Json | undefined): number {
  return typeof value === 'number' && value >= 0 ? value : 0;
}

function describeIncompleteReason(response: JsonObject | undefined): string | undefined {
  if (response?.status !== 'incomplete') return undefined;
  const { incomplete_details: details } = response;
  const reason = isJsonObject(details) && typeof details.reason === 'string' ? details.reason : 'without a reason';
  return `the answer was cut off (${reason})`;
}
