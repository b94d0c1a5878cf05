import * as z from 'zod';
import { jsonSchema } from './json-value.ts';
import { metricKinds, metricTypes } from './metric-kind.ts';
import { toolCallSchema, usageSchema } from './tool-call.ts';

export const answerPairingModes = ['ring', 'all'] as const;
/**
 * Which pairs of answers are compared. `ring`: each answer with the next, and the last with the first. `all`: every
 * pair.
 */
export type AnswerPairingMode = (typeof answerPairingModes)[number];

/**
 * How the answers of a consistency case are measured. `judge` is the agent that compares answers; `prompt` is a
 * template.
 */
export type Metric =
  | { type: 'similarity'; judge: string; prompt?: string; scores: Record<string, number> }
  | { type: 'correctness'; judge: string; prompt?: string }
  | { type: 'context_recall'; threshold: number };

/** The range of scores that pass, including its ends. */
export const scoreRangeSchema = z.object({ min: z.number(), max: z.number() });
export type ScoreRange = z.infer<typeof scoreRangeSchema>;

/** One of several answers of the agent to the same question. */
export const answerSampleSchema = z.object({
  /** The number of the answer, from "1". If a workflow has a loop, "3.2" is the second answer in the third round. */
  label: z.string(),
  /** The question for this answer, if it differs from the input of the case. */
  prompt: z.string().optional(),
  /** The agent's answer; if there is none, `error` contains the reason. */
  output: z.string().optional(),
  error: z.string().optional(),
  toolCalls: z.array(toolCallSchema).optional(),
  /** Texts that the agent retrieved as context. */
  contexts: z.array(z.string()).optional(),
  usage: usageSchema.optional(),
  startedAt: z.number(),
  durationMs: z.number(),
});
export type AnswerSample = z.infer<typeof answerSampleSchema>;

/** A verdict of a judge on an answer or a pair of answers, or of a scorer on an output. */
export const scoreSchema = z.object({
  /** The name of the metric: `similarity`, `correctness`, `context_recall`, or the name of a scorer. */
  metric: z.string(),
  /** The index of the metric or scorer in the case. */
  position: z.int().nonnegative(),
  /**
   * Null if there is no score. `error` contains the reason; if the scorer does not apply to the output, `reason` does.
   */
  score: z.number().nullable(),
  passed: z.boolean(),
  /** True if the scorer does not apply to this output, so that the output neither passes nor fails. */
  notScorable: z.literal(true).optional(),
  /** The labels of the compared answers: two for a pair; one if the answer is compared with the expected one. */
  samples: z.array(z.string()).optional(),
  range: scoreRangeSchema.optional(),
  /** What the judge chose: `A`, `B`, `PASS`, `FAIL`, or a key of the scores that the metric defines. */
  choice: z.string().optional(),
  reason: z.string().optional(),
  error: z.string().optional(),
  /** Why this judge was found unreliable when it was last checked. Not part of events: readers add it to results. */
  unreliable: z.string().optional(),
  /** The full request to the judge and its response. For scorers that judge in several steps, one for each step. */
  request: jsonSchema.optional(),
  response: jsonSchema.optional(),
  contexts: z.object({ retrieved: z.array(z.string()), reference: z.array(z.string()) }).optional(),
  durationMs: z.number().optional(),
});
export type Score = z.infer<typeof scoreSchema>;

/** The mean of the scores of one metric in one case. */
export const metricResultSchema = z.object({
  type: z.enum(metricTypes),
  kind: z.enum(metricKinds),
  /** The mean; null if no answer could be scored. */
  score: z.number().nullable(),
  /** The number of scores from which the mean is computed. */
  records: z.int().nonnegative(),
});
export type MetricResult = z.infer<typeof metricResultSchema>;

/** The parts of a score that lists show. */
export type ScoreCell = Pick<Score, 'metric' | 'score' | 'passed' | 'range' | 'notScorable'>;
