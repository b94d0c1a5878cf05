import type { JudgeExample } from '../contract/index.ts';
import { castToJson, type Json, type JsonObject, withoutUndefined } from '../values/index.ts';

/** What the built-in judge receives: criteria and a conversation. */
export type JudgedContent = {
  /** The criteria; there is at least one. */
  criteria: readonly string[];
  /** People's verdicts on other answers. Each group of them refers to some of the criteria. */
  examples?: readonly { criteria: readonly string[]; answers: readonly JudgeExample[] }[] | undefined;
  /** The turns in chronological order, with the keys `turn`, `input`, `output`, `next` and `tool_calls`. */
  turns: readonly JsonObject[];
  /** The number of the turn to judge; undefined if the whole conversation is judged. */
  judgedTurn?: number | undefined;
  goal?: Json | undefined;
  facts?: Json | undefined;
  state?: Json | undefined;
};

/**
 * Creates the request to the model. What many requests have in common comes first, so that the provider can cache it.
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

/** Creates a second request about those criteria that have no usable ruling. */
export function createRepeatedJudgeRequest(problems: readonly { requirement: string; problem: string }[]): JsonObject {
  return {
    problems: problems.map(({ requirement, problem }) => ({ requirement, problem })),
    criteria: problems.map(({ requirement }) => requirement),
    task: 'Your answer cannot be used. Answer these criteria again, in the same form. Copy each quote character by character from the turn that you name.',
  };
}

/** The JSON Schema of the answer. It uses only features that the structured output of all providers supports. */
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
