import { toErrorMessage, toJsonText } from '../../values/index.ts';

type ResultFields = Record<string, unknown>;
type CompletedCall = { id: string; tool: string; arguments: unknown; result?: unknown; error?: string };

/** Converts the result of `generate` of an AI SDK or Mastra agent into the answer of a module agent. */
export function toAnswerOfGenerate(result: unknown): ResultFields {
  if (!isObject(result) || typeof result.text !== 'string') {
    throw new Error('generate() of the agent gave a result without a text');
  }
  if (result.error instanceof Error) throw result.error;
  const steps = Array.isArray(result.steps) && result.steps.length > 0 ? result.steps : [result];
  const data = getStructuredOutput(result);
  return {
    content: result.text,
    tool_calls: steps.flatMap((step) => (isObject(step) ? collectCompletedCalls(step) : [])),
    next: data,
    ...toUsageField(result.totalUsage ?? result.usage, steps.length),
  };
}

/**
 * Returns tool calls with their results, matched by id. An error that a tool throws appears only in the parts of the
 * step.
 */
function collectCompletedCalls(step: ResultFields): CompletedCall[] {
  const results = new Map(unwrapPayloads(step.toolResults).map((part) => [part.toolCallId, part]));
  const errors = new Map(unwrapPayloads(step.content).map((part) => [part.toolCallId, getToolErrorText(part)]));
  // Mastra 0.24 reports tool calls only through their results.
  const calls = unwrapPayloads(step.toolCalls);
  return (calls.length > 0 ? calls : unwrapPayloads(step.toolResults)).map((call) => {
    const { toolCallId: id, toolName: tool } = call;
    const part = results.get(id);
    const result = part?.output ?? part?.result;
    const error = errors.get(id);
    return {
      id: String(id),
      tool: String(tool),
      arguments: call.input ?? call.args ?? {},
      result,
      error,
    };
  });
}

/** Mastra wraps each part of a step in a `payload` object. */
function unwrapPayloads(parts: unknown): ResultFields[] {
  if (!Array.isArray(parts)) return [];
  return parts.filter(isObject).map((part) => (isObject(part.payload) ? part.payload : part));
}

function getToolErrorText({ type, error, output }: ResultFields): string | undefined {
  if (type === 'tool-error') return toErrorMessage(error);
  if (!isObject(output) || (output.type !== 'error-text' && output.type !== 'error-json')) return undefined;
  return toJsonText(output.value);
}

/** Reads the structured output. If none was requested, the AI SDK returns the text, and some versions throw. */
function getStructuredOutput(result: ResultFields): unknown {
  try {
    const data = result.object ?? result.output ?? result.experimental_output;
    return typeof data === 'string' ? undefined : data;
  } catch {
    return undefined;
  }
}

/**
 * Returns the usage of an answer. Each step is one model call. Version 4 of the AI SDK names the token counts
 * `promptTokens` and `completionTokens`.
 */
function toUsageField(usage: unknown, calls: number): ResultFields {
  if (!isObject(usage)) return {};
  const { inputTokens = usage.promptTokens, outputTokens = usage.completionTokens } = usage;
  if (typeof inputTokens !== 'number' || typeof outputTokens !== 'number') return {};
  const cached = toCachedTokensField(usage);
  return { usage: { input_tokens: inputTokens, output_tokens: outputTokens, calls, ...cached } };
}

/**
 * Returns the number of cached tokens. Older versions of the AI SDK report it next to the other counts, newer ones in
 * `inputTokenDetails`.
 */
function toCachedTokensField({ cachedInputTokens, inputTokenDetails }: ResultFields): ResultFields {
  const cached = isObject(inputTokenDetails) ? inputTokenDetails.cacheReadTokens : cachedInputTokens;
  return typeof cached === 'number' && cached > 0 ? { cached_tokens: cached } : {};
}

function isObject(value: unknown): value is ResultFields {
  return typeof value === 'object' && value !== null;
}
