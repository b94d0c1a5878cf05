import type { JudgeExample } from '../contract/index.ts';
import { castToJson, type Json, type JsonObject, withoutUndefined } from '../values/index.ts';

/** The criteria and the conversation on which the built-in judge decides. */
export type JudgedContent = {
  /** Contains at least one criterion. */
  criteria: readonly string[];
  /** People's verdicts on other answers; each verdict refers to some of the criteria. */
  examples?: readonly { criteria: readonly string[]; answers: readonly JudgeExample[] }[] | undefined;
  /** The turns with `turn`, `input`, `output`, `next` and `tool_calls`; the last one is the newest. */
  turns: readonly JsonObject[];
  /** The only turn that is judged; if missing, the whole conversation is judged. */
  judgedTurn?: number | undefined;
  goal?: Json | undefined;
  facts?: Json | undefined;
  state?: Json | undefined;
};

/**
 * Returns the request to the model. Parts that are the same in many requests come first, so that the provider can cache
 * them.
 */
export function createJudgeRequest({
  criteria,
  examples,
  turns,
  judgedTurn,
  goal,
  facts,
  state,
}: JudgedContent): JsonObject {
  return withoutUndefined({
    criteria: [...criteria],
    examples: examples && castToJson(examples),
    judged: judgedTurn ?? 'conversation',
    goal,
    facts,
    conversation: [...turns],
    state,
  });
}

/** Returns a second request that repeats only the criteria without a usable ruling. */
export function createRepeatedJudgeRequest(problems: readonly { requirement: string; problem: string }[]): JsonObject {
  return {
    problems: problems.map(({ requirement, problem }) => ({ requirement, problem })),
    criteria: problems.map(({ requirement }) => requirement),
    task: 'Your answer cannot be used. Answer these criteria again, in the same form. Copy each quote character by character from the turn that you name.',
  };
}

/** The form of the answer, as a JSON Schema that the structured output of all providers accepts. */
export const judgeAnswerShape = {
  name: 'verdicts',
  schema: {
    type: 'object',
    properties: {
      criteria: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            requirement: { type: 'string' },
            reasoning: { type: 'string' },
            quote: { type: ['string', 'null'] },
            turn: { type: ['integer', 'null'] },
            verdict: { type: 'string', enum: ['yes', 'no', 'cannot_tell'] },
          },
          required: ['requirement', 'reasoning', 'quote', 'turn', 'verdict'],
          additionalProperties: false,
        },
      },
    },
    required: ['criteria'],
    additionalProperties: false,
  },
} as const;
