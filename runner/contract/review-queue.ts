import * as z from 'zod';
import { reviewVerdicts } from './closed-sets.ts';

const labelSchema = z.string().trim().min(1).max(40);
const labelMeaningSchema = z
  .enum(reviewVerdicts)
  .describe('The verdict that the label stands for; decisions with this label are compared with the judges')
  .optional();

/**
 * A review queue, in the file `reviews/<name>.jsonc` of the workspace: which attempts are reviewed, and the question
 * about them.
 */
export const reviewQueueSchema = z
  .strictObject({
    $schema: z.string().optional(),
    version: z.literal(1, 'this program reads version 1').default(1),
    question: z.string().trim().min(1).max(500).describe('What people answer about each conversation'),
    labels: z
      .array(z.union([labelSchema, z.strictObject({ label: labelSchema, means: labelMeaningSchema })]))
      .min(2)
      .max(9)
      .describe('The answers, chosen with the keys 1 to 9; default: good, bad and not the agent’s fault')
      .optional(),
    suites: z.array(z.string().min(1)).min(1).describe('Only these case files').optional(),
    filter: z
      .string()
      .max(1_000)
      .describe('Only cases that match this filter, written as in the filter of a run: s:failed @refund')
      .optional(),
    runs: z.int().positive().max(50).describe('How many of the newest complete runs of each suite to take').default(1),
    sample: z
      .int()
      .positive()
      .max(5_000)
      .describe('How many conversations to draw at random, half of them passed and half failed where possible')
      .optional(),
    people: z.int().positive().max(20).describe('How many people decide each conversation').default(1),
    compare: z
      .tuple([z.string().min(1), z.string().min(1)])
      .describe('Two connectors, agents or labels of runs: people say which of two answers to a case is better')
      .optional(),
  })
  .refine(({ labels, compare }) => labels === undefined || compare === undefined, {
    path: ['labels'],
    message: 'a queue of pairs takes no labels: its answers are always left, the same and right',
  })
  .refine(({ labels = [] }) => new Set(labels.map(toLabelName)).size === labels.length, {
    path: ['labels'],
    message: 'two labels are the same',
  });
export type ReviewQueue = z.infer<typeof reviewQueueSchema>;

export type QueueLabel = { label: string; means?: (typeof reviewVerdicts)[number] | undefined };

/**
 * The decisions on a pair of conversations. `first` and `second` refer to the order in `compare`, because the positions
 * on the screen vary.
 */
export const pairwiseLabels = ['first', 'same', 'second'] as const;

const standardLabels: readonly QueueLabel[] = [
  { label: 'Good', means: 'good' },
  { label: 'Bad', means: 'bad' },
  { label: 'Not the agent’s fault', means: 'not_agent' },
];

/** Returns the labels that reviewers of a queue can choose, in the order of their keys. */
export function listQueueLabels({ labels, compare }: Pick<ReviewQueue, 'labels' | 'compare'>): readonly QueueLabel[] {
  if (compare !== undefined) return pairwiseLabels.map((label) => ({ label }));
  return labels?.map((entry) => (typeof entry === 'string' ? { label: entry } : entry)) ?? standardLabels;
}

function toLabelName(entry: string | QueueLabel): string {
  return typeof entry === 'string' ? entry : entry.label;
}

/** A reviewer's decision on an item of a queue. If the item is a pair, both conversations are of the same case. */
export const decisionSchema = z.object({
  queue: z.string(),
  suiteKey: z.string(),
  caseId: z.string(),
  attempt: z.int().positive(),
  /** The run of the second conversation of a pair; empty for a single conversation. */
  otherRunId: z.string(),
  otherAttempt: z.int().nonnegative(),
  reviewer: z.string(),
  label: z.string(),
  note: z.string(),
  decidedAt: z.number(),
});
export type ReviewDecision = z.infer<typeof decisionSchema>;
