import * as z from 'zod';
import { jsonSchema, type ModelCost, type Usage } from '../contract/index.ts';
import { addCostToUsage } from '../models/price-usage.ts';
import { AgentError, type AgentResponse } from '../ports/index.ts';
import { findTooDeepOffset, formatSchemaProblems, isJsonObject, parseJson, TOO_DEEP_TEXT } from '../values/index.ts';

const answerSchema = z.strictObject({
  content: z.string().nullish(),
  next: jsonSchema.optional(),
  tool_calls: z
    .array(
      z.strictObject({
        id: z.string().optional(),
        tool: z.string().min(1),
        server: z.string().optional(),
        arguments: jsonSchema.optional(),
        result: jsonSchema.optional(),
        error: z.string().optional(),
        duration_ms: z.number().optional(),
      }),
    )
    .optional(),
  usage: z
    .strictObject({
      input_tokens: z.number().nonnegative().default(0),
      output_tokens: z.number().nonnegative().default(0),
      cached_tokens: z.number().nonnegative().optional(),
      calls: z.int().nonnegative().default(0),
    })
    .optional(),
  ended: z.boolean().optional(),
});
type ParsedAnswer = z.infer<typeof answerSchema>;

/** The answer of a module or a command: a text, or an object with the parts of an answer. */
export type PlainAnswer = string | z.input<typeof answerSchema>;

type PlainAnswerOptions = {
  id: string;
  /** The price of the tokens that the agent reports. */
  cost?: ModelCost | undefined;
};

/**
 * Parses the answer of a module or command: a text, or `{content?, next?, tool_calls?, usage?}`. `json` is the answer
 * as JSON.
 */
export function parsePlainAnswer({ id: agentId, cost }: PlainAnswerOptions, json: string | undefined): AgentResponse {
  if (json === undefined)
    throw new AgentError(`agent "${agentId}" answered nothing; return a text or an object`, 'agent');
  if (findTooDeepOffset(json) !== undefined)
    throw new AgentError(`agent "${agentId}" answered ${json.slice(0, 60)}…, and ${TOO_DEEP_TEXT}`, 'agent');
  const value: unknown = parseJson(json);
  if (typeof value === 'string') return { content: value, toolCalls: [] };
  if (isJsonObject(value) && Object.keys(value).length === 0) {
    throw new AgentError(
      `agent "${agentId}" answered {}; return a text, or an object with content, next or tool_calls`,
      'agent',
    );
  }
  const parsed = answerSchema.safeParse(value);
  if (parsed.success) return addPrice(toAgentResponse(parsed.data, isJsonObject(value) && 'next' in value), cost);
  throw new AgentError(
    `agent "${agentId}" answered ${json.slice(0, 200)}, which is neither a text nor {content?, next?, tool_calls?, usage?}: ` +
      formatSchemaProblems(parsed.error) +
      explainInvalidAnswer(value),
    'agent',
  );
}

/** Field names that agents use by mistake, for example those of the AI SDK, and the correct names. */
const commonMisnomers = {
  text: 'content',
  message: 'content',
  answer: 'content',
  response: 'content',
  output: 'content',
  toolCalls: 'tool_calls',
  data: 'next',
  object: 'next',
};

/**
 * Explains why an answer is invalid. Usually, its fields have other names, or it is the agent's own data, such as the
 * verdict of a judge.
 */
function explainInvalidAnswer(value: unknown): string {
  const misnamedFields = Object.entries(commonMisnomers).filter(
    ([name]) => isJsonObject(value) && Object.hasOwn(value, name),
  );
  if (misnamedFields.length > 0)
    return `; ${misnamedFields.map(([name, fieldName]) => `"${name}" is "${fieldName}" here`).join(', ')}`;
  const isData = isJsonObject(value) && !Object.keys(answerSchema.shape).some((key) => Object.hasOwn(value, key));
  return isData ? '; put data into "next", and JSON that is meant as text into "content"' : '';
}

function toAgentResponse(answer: ParsedAnswer, hasNext: boolean): AgentResponse {
  return {
    content: answer.content ?? '',
    toolCalls: (answer.tool_calls ?? []).map(({ duration_ms: durationMs, ...call }) => ({
      ...call,
      durationMs,
    })),
    ...(hasNext && answer.next !== undefined ? { next: answer.next } : {}),
    usage: answer.usage && toUsage(answer.usage),
    ...(answer.ended === true ? { endsConversation: true } : {}),
  };
}

function addPrice(response: AgentResponse, cost: ModelCost | undefined): AgentResponse {
  return response.usage === undefined ? response : { ...response, usage: addCostToUsage(response.usage, cost) };
}

function toUsage({ cached_tokens: cached = 0, ...usage }: NonNullable<ParsedAnswer['usage']>): Usage {
  const { input_tokens: inputTokens, output_tokens: outputTokens, calls } = usage;
  return { inputTokens, outputTokens, calls, retries: 0, ...(cached === 0 ? {} : { cachedTokens: cached }) };
}
