import type { Usage } from '../../../contract/index.ts';
import { AgentError } from '../../../ports/index.ts';
import { formatSchemaProblems, isJsonObject, type Json, type JsonObject } from '../../../values/index.ts';
import { type AnswerReader, createReportedError } from '../read-answer.ts';
import { chunkSchema, isHandledChunk, isIgnoredChunk, type UiStreamChunk } from './chunks.ts';
import { createOpenTextParts } from './open-texts.ts';
import { applyToolChunk } from './tool-chunks.ts';
import { isToolPart, type UiMessage, type UiPart } from './ui-message.ts';

export type UiStreamReader = AnswerReader & {
  message(): UiMessage;
  /** Returns the data that the agent sent besides its text, by name. */
  data(): JsonObject | undefined;
  finish(): string | undefined;
};

export type UiStreamOptions = {
  /** The message to which the stream adds parts. It already has some if the answer was interrupted for an approval. */
  message: UiMessage;
  warn(text: string): void;
};

/**
 * Creates a reader for version 1 of the AI SDK's UI message stream. It builds a message in the same way as the AI SDK's
 * user interfaces.
 */
export function createUiStreamReader({ message, warn }: UiStreamOptions): UiStreamReader {
  const { parts } = message;
  const earlierPartCount = parts.length;
  const texts = createOpenTextParts(parts);
  const data = new Map<string, Json>();
  let metadata: Json | undefined;
  let length = 0;
  let isOver = false;
  let finish: string | undefined;

  function applyChunk(chunk: UiStreamChunk): void {
    if ('messageMetadata' in chunk) metadata = mergeMetadata(metadata, chunk.messageMetadata);
    if ('id' in chunk) {
      length += texts.take(chunk);
      return;
    }
    switch (chunk.type) {
      case 'error':
        throw createReportedError(chunk.errorText);
      case 'start':
        message.id = chunk.messageId ?? message.id;
        return;
      case 'start-step':
        parts.push({ type: 'step-start' });
        return;
      case 'reset-step':
        parts.splice(Math.max(earlierPartCount, parts.findLastIndex(({ type }) => type === 'step-start') + 1));
        texts.clear();
        return;
      case 'abort':
        throw new AgentError(`aborted its answer: ${chunk.reason ?? 'no reason was given'}`, 'agent');
      case 'finish':
        texts.requireNoneOpen();
        finish = requireFinishReason(chunk, parts);
        isOver = true;
        return;
      case 'finish-step':
      case 'message-metadata':
        return;
      default:
        applyToolChunk(parts, chunk);
    }
  }

  return {
    read(document) {
      const type = isJsonObject(document) && typeof document.type === 'string' ? document.type : undefined;
      if (type === undefined || !isJsonObject(document)) throw new Error('a chunk must be an object with a "type"');
      if (isOver) throw new Error('the message is already finished');
      if (!type.startsWith('text-') && !type.startsWith('reasoning-')) length += JSON.stringify(document).length;
      if (type.startsWith('data-')) {
        storeDataPart(data, document, type.slice('data-'.length));
        return;
      }
      if (!isHandledChunk(type)) {
        if (!isIgnoredChunk(type))
          warn(`the agent sent the chunk ${type}, which a UI message stream does not have: it was ignored`);
        return;
      }
      const parsed = chunkSchema.safeParse(document);
      if (!parsed.success) throw new Error(formatSchemaProblems(parsed.error));
      applyChunk(parsed.data);
    },
    end: { name: 'its finish', isRead: () => isOver, orDone: false },
    text: () => joinTexts(parts.slice(earlierPartCount)),
    usage: () => parseUsageOfMetadata(metadata),
    length: () => length,
    message: () => addMetadata(message, metadata),
    data: () => (data.size === 0 ? undefined : Object.fromEntries(data)),
    finish: () => finish,
  };
}

function requireFinishReason(
  { finishReason }: Extract<UiStreamChunk, { type: 'finish' }>,
  parts: readonly UiPart[],
): string | undefined {
  const unfinishedPart = parts.filter(isToolPart).find(({ state }) => state === 'input-streaming');
  if (unfinishedPart !== undefined) throw new Error(`the input of the call ${unfinishedPart.toolCallId} is incomplete`);
  if (finishReason === 'error') throw createReportedError('the answer finished with the reason "error"');
  return finishReason;
}

function joinTexts(parts: readonly UiPart[]): string {
  const texts = parts.flatMap((part) => (part.type === 'text' && 'text' in part ? part.text : []));
  return texts.filter((text) => text !== '').join('\n\n');
}

/** Stores data. It replaces earlier data with the same name; transient data is not stored. */
function storeDataPart(data: Map<string, Json>, { data: value = null, transient }: JsonObject, name: string): void {
  if (transient !== true) data.set(name, value);
}

function addMetadata(message: UiMessage, newMetadata: Json | undefined): UiMessage {
  const metadata = mergeMetadata(message.metadata, newMetadata);
  return metadata === undefined ? message : { ...message, metadata };
}

function mergeMetadata(metadata: Json | undefined, newMetadata: Json | undefined): Json | undefined {
  if (newMetadata === undefined || newMetadata === null) return metadata;
  return isJsonObject(metadata) && isJsonObject(newMetadata) ? { ...metadata, ...newMetadata } : newMetadata;
}

/**
 * Reads the usage from the metadata. The protocol has no field for it, but servers put the usage from `streamText`
 * there.
 */
function parseUsageOfMetadata(metadata: Json | undefined): Usage | undefined {
  if (!isJsonObject(metadata)) return undefined;
  const usage = [metadata.totalUsage, metadata.usage].find(isJsonObject);
  if (usage === undefined) return undefined;
  const { inputTokens: input, outputTokens: output, inputTokenDetails: details, cachedInputTokens: older } = usage;
  if (typeof input !== 'number' && typeof output !== 'number') return undefined;
  const cached = toTokenCount(isJsonObject(details) ? details.cacheReadTokens : older);
  const tokens = { inputTokens: toTokenCount(input), outputTokens: toTokenCount(output), calls: 1, retries: 0 };
  return cached === 0 ? tokens : { ...tokens, cachedTokens: cached };
}

function toTokenCount(value: Json | undefined): number {
  return typeof value === 'number' && value >= 0 ? value : 0;
}
