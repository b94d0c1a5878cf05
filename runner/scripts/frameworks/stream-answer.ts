import { toErrorMessage } from '../../values/index.ts';
import { isObject } from './case-facts.ts';
import { toAnswerOfGenerate } from './generate-answer.ts';

type StreamFields = Record<string, unknown>;
type TextStream = StreamFields & { fullStream: AsyncIterable<unknown> };

/** Recognizes an unread result of `streamText` of the AI SDK or of an agent's `stream` method (also Mastra's). */
export function isTextStream(value: unknown): value is TextStream {
  return isObject(value) && 'fullStream' in value && 'textStream' in value && 'text' in value && 'steps' in value;
}

/**
 * Yields the text in pieces and finally returns the whole answer.
 * @throws the error that the stream reports: the SDK itself ends a failed stream as if it were complete
 */
export async function* streamAnswer(result: TextStream): AsyncGenerator<string, StreamFields> {
  for await (const part of result.fullStream) {
    if (!isObject(part)) continue;
    const flatPart = isObject(part.payload) ? { ...part.payload, type: part.type } : part;
    if (flatPart.type === 'error') throw toError(flatPart.error);
    if (flatPart.type === 'abort') throw new Error('the stream was aborted before its end');
    const { text, delta, textDelta } = flatPart;
    const piece = [text, delta, textDelta].find((each) => typeof each === 'string');
    if (flatPart.type === 'text-delta' && typeof piece === 'string') yield piece;
  }
  return toAnswerOfGenerate(await awaitFields(result));
}

/** Awaits the fields of a result, which are promises. Leaves out fields without a value. */
async function awaitFields(result: TextStream): Promise<StreamFields> {
  const names = ['text', 'steps', 'totalUsage', 'usage', 'toolCalls', 'toolResults', 'error', 'object', 'output'];
  const values = await Promise.all(names.map(async (name) => [name, await awaitFieldOfStream(result, name)]));
  return Object.fromEntries(values);
}

/**
 * Awaits a field of a result. Some versions throw if no structured output was requested; this error is ignored. If
 * structured output was requested and is missing, that is an error.
 */
async function awaitFieldOfStream(result: TextStream, name: string): Promise<unknown> {
  try {
    return await result[name];
  } catch (error) {
    const isUnasked =
      (name === 'object' || name === 'output') && !/NoObjectGenerated/.test(String(toError(error).name));
    if (isUnasked) return undefined;
    throw error;
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(toErrorMessage(error));
}
