import * as z from 'zod';

const stabilityCountsSchema = z.object({
  stable: z.int(),
  mostly_stable: z.int(),
  unstable: z.int(),
  highly_unstable: z.int(),
});

/** The number of cases in each stability class. */
export type StabilityCounts = z.infer<typeof stabilityCountsSchema>;

/** The names of the measures for which a run has a mean. */
export const measureNames = ['turns', 'tokens', 'cost', 'score', 'elicited'] as const;
export type MeasureName = (typeof measureNames)[number];

const measuredFiguresSchema = z.object({
  /** Percentiles of the duration of judged attempts, in milliseconds. */
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  /**
   * The means of measures over the judged attempts. Except for `turns`, only attempts whose value is known are
   * included.
   */
  turns: z.number().nullable(),
  tokens: z.number().nullable(),
  cost: z.number().nullable(),
  score: z.number().nullable(),
  /** The mean share of facts that the agent asked for: see `computeElicitedFactShare`. */
  elicited: z.number().nullable(),
  /** The number of attempts that each average was computed from. */
  known: z.record(z.enum(measureNames), z.int()),
  /** The 95% confidence interval of the pass rate, 0 to 1; null when nothing was judged. */
  band: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** The stability of cases with several judged attempts; null when there are none. */
  stability: stabilityCountsSchema.nullable(),
});

/** The figures that do not depend on which cases a run had. */
export type MeasuredFigures = z.infer<typeof measuredFiguresSchema>;

export const runFiguresSchema = measuredFiguresSchema.extend({
  /** A digest of the judged cases with their content; equal for runs that judged the same cases. */
  cases: z.string(),
  /** The total cost of the run, including discarded attempts; missing if no connector has token prices. */
  spent: z.object({ amount: z.number(), isPartlyKnown: z.boolean() }).optional(),
});

/** The figures of a run in trends, in addition to its counters. */
export type RunFigures = z.infer<typeof runFiguresSchema>;
