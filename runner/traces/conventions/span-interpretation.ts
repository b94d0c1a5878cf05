import type { Usage } from '../../contract/index.ts';
import type { ModelCall } from '../../ports/index.ts';
import type { Json, JsonObject } from '../../values/index.ts';
import { getNumberAttribute } from './attributes.ts';

/** The meaning of a span according to one convention. */
export type SpanInterpretation =
  | ({ kind: 'model'; connector: string } & Pick<ModelCall, 'usage' | 'finishReason' | 'request' | 'answer'>)
  | {
      kind: 'tool';
      tool: string;
      server?: string | undefined;
      arguments?: Json | undefined;
      result?: Json | undefined;
    };

type TokenAttributeNames = { input: string[]; output: string[]; cached: string[] };

/** The token counts of one call, read from a convention's attribute names. */
export function getUsageAttributes(attributes: JsonObject, names: TokenAttributeNames): Usage | undefined {
  const inputTokens = getNumberAttribute(attributes, ...names.input);
  const outputTokens = getNumberAttribute(attributes, ...names.output);
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  const cachedTokens = getNumberAttribute(attributes, ...names.cached);
  return {
    inputTokens: inputTokens ?? 0,
    outputTokens: outputTokens ?? 0,
    calls: 1,
    retries: 0,
    ...(cachedTokens === undefined || cachedTokens === 0 ? {} : { cachedTokens }),
  };
}

/**
 * Creates a request from traced parts. `undefined` if the span has no request contents, which is usual: most SDKs
 * record contents only on request.
 */
export function toRequestOfSpan(requestParts: {
  messages: Json[];
  tools: Json[];
  options: JsonObject | undefined;
}): ModelCall['request'] {
  const { messages, tools, options } = requestParts;
  if (messages.length === 0 && tools.length === 0 && options === undefined) return undefined;
  return { messages, ...(tools.length === 0 ? {} : { tools }), ...(options === undefined ? {} : { options }) };
}
