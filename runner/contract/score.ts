import * as z from 'zod';
import { jsonSchema } from './json-value.ts';
import { metricKinds, metricTypes } from './metric-kind.ts';
import { toolCallSchema, usageSchema } from './tool-call.ts';

export const answerPairingModes = ['ring', 'all'] as const;
/** The pairs of answers to compare: each answer with the next and the last with the first, or all pairs. */
export type AnswerPairingMode = (typeof answerPairingModes)[number];

/**
 * A way to measure the answers of a consistency case. `judge` is the agent that compares the answers; `prompt` is a
 * template.
 */
export type Metric =
  | { type: 'similarity'; judge: string; prompt?: string; scores: Record<string, number> }
  | { type: 'correctness'; judge: string; prompt?: string }
  | { type: 'context_recall'; threshold: number };

/** The scores that count as passed, both ends included. */
export const scoreRangeSchema = z.object({ min: z.number(), max: z.number() });
export type ScoreRange = z.infer<typeof scoreRangeSchema>;

/** One answer of the agent among several to the same question. */
export const answerSampleSchema = z.object({
  /**
   * The position of the output among the outputs of its agent, from "1". If a workflow loops, "3.2" is the second output
   * in the third round of the loop.
   */
  label: z.string(),
  /** The question for this sample, if it differs from the input of the case. */
  prompt: z.string().optional(),
  /** The agent's answer. Missing when there was none; then `error` gives the reason. */
  output: z.string().optional(),
  error: z.string().optional(),
  toolCalls: z.array(toolCallSchema).optional(),
  /** Contexts that the agent retrieved, as text. */
  contexts: z.array(z.string()).optional(),
  usage: usageSchema.optional(),
  startedAt: z.number(),
  durationMs: z.number(),
});
export type AnswerSample = z.infer<typeof answerSampleSchema>;

/** One verdict: of a judge on one answer or a pair of answers, or of a scorer on an output. */
export const scoreSchema = z.object({
  /** The metric's name: `similarity`, `correctness`, `context_recall`, or the name of a scorer. */
  metric: z.string(),
  /** The position of the metric or scorer in the case, from 0. */
  position: z.int().nonnegative(),
  /** Null when there is no score: `error` gives the reason, or `reason` if the output is not scorable. */
  score: z.number().nullable(),
  passed: z.boolean(),
  /** True if the scorer does not apply to this output, so that the output neither passes nor fails. */
  notScorable: z.literal(true).optional(),
  /** Labels of the compared samples: two for a pair, one for a comparison with the expected output. */
  samples: z.array(z.string()).optional(),
  range: scoreRangeSchema.optional(),
  /** The judge's choice: `A`, `B`, `PASS`, `FAIL`, or a key of the scores that the metric defines. */
  choice: z.string().optional(),
  reason: z.string().optional(),
  error: z.string().optional(),
  /**
   * Why the last check of this judge found it unreliable. Events do not contain it: readers add it to the results that
   * they read.
   */
  unreliable: z.string().optional(),
  /** The full request and answer of the judge; for scorers that judge in steps, by step. */
  request: jsonSchema.optional(),
  response: jsonSchema.optional(),
  contexts: z.object({ retrieved: z.array(z.string()), reference: z.array(z.string()) }).optional(),
  durationMs: z.number().optional(),
});
export type Score = z.infer<typeof scoreSchema>;

/** The mean over the scores of one metric of one case. */
export const metricResultSchema = z.object({
  type: z.enum(metricTypes),
  kind: z.enum(metricKinds),
  /** The mean; null when no answer could be scored. */
  score: z.number().nullable(),
  /** The number of scores in the mean. */
  records: z.int().nonnegative(),
});
export type MetricResult = z.infer<typeof metricResultSchema>;

/** The fields of a score that a list row shows. */
export type ScoreCell = Pick<Score, 'metric' | 'score' | 'passed' | 'range' | 'notScorable'>;
