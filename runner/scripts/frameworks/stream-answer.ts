import { errorText } from '../../values/index.ts';
import { isFields } from './case-facts.ts';
import { answerOfGenerate } from './generate-answer.ts';

type Fields = Record<string, unknown>;
type TextStream = Fields & { fullStream: AsyncIterable<unknown> };

/** A result of `streamText` of the AI SDK, or of `stream` of an agent, also of Mastra's: everything in it is still to come. */
export function isTextStream(value: unknown): value is TextStream {
  return isFields(value) && 'fullStream' in value && 'textStream' in value && 'text' in value && 'steps' in value;
}

/**
 * The pieces of its text, and at its end the whole answer.
 * @throws what the stream says that failed: the SDK itself ends such a stream as if it were whole
 */
export async function* answerOfStream(result: TextStream): AsyncGenerator<string, Fields> {
  for await (const part of result.fullStream) {
    if (!isFields(part)) continue;
    const flatPart = isFields(part.payload) ? { ...part.payload, type: part.type } : part;
    if (flatPart.type === 'error') throw asError(flatPart.error);
    if (flatPart.type === 'abort') throw new Error('the stream was aborted before its end');
    const { text, delta, textDelta } = flatPart;
    const piece = [text, delta, textDelta].find((each) => typeof each === 'string');
    if (flatPart.type === 'text-delta' && typeof piece === 'string') yield piece;
  }
  return answerOfGenerate(await settled(result));
}

/** What a result promises, without what it has no value for. */
async function settled(result: TextStream): Promise<Fields> {
  const names = ['text', 'steps', 'totalUsage', 'usage', 'toolCalls', 'toolResults', 'error', 'object', 'output'];
  const values = await Promise.all(names.map(async (name) => [name, await promisedBy(result, name)]));
  return Object.fromEntries(values);
}

/** Some versions throw where no structured output was asked for. One that was asked for and is not there is an error. */
async function promisedBy(result: TextStream, name: string): Promise<unknown> {
  try {
    return await result[name];
  } catch (error) {
    const isUnasked =
      (name === 'object' || name === 'output') && !/NoObjectGenerated/.test(String(asError(error).name));
    if (isUnasked) return undefined;
    throw error;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(errorText(error));
}
