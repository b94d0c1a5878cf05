import * as z from 'zod';

const stabilityCountsSchema = z.object({
  stable: z.int(),
  mostly_stable: z.int(),
  unstable: z.int(),
  highly_unstable: z.int(),
});

/** Cases by stability class. */
export type StabilityCounts = z.infer<typeof stabilityCountsSchema>;

/** The measures that have a mean. */
export const measureNames = ['turns', 'tokens', 'cost', 'score', 'elicited'] as const;
export type MeasureName = (typeof measureNames)[number];

const measuredFiguresSchema = z.object({
  /** Percentiles over judged attempts, in milliseconds. */
  p50Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  /** Means over attempts that were judged: all but turns over those of which they are known. */
  turns: z.number().nullable(),
  tokens: z.number().nullable(),
  cost: z.number().nullable(),
  score: z.number().nullable(),
  /** See `elicitedShare`. */
  elicited: z.number().nullable(),
  /** The number of attempts that each average was computed from. */
  known: z.record(z.enum(measureNames), z.int()),
  /** Where the true pass rate lies with 95% confidence, 0 to 1; null when nothing was judged. */
  band: z.object({ low: z.number(), high: z.number() }).nullable(),
  /** Of cases with several judged attempts; null when there are none. */
  stability: stabilityCountsSchema.nullable(),
});

/** The figures that do not depend on which cases a run had. */
export type MeasuredFigures = z.infer<typeof measuredFiguresSchema>;

export const runFiguresSchema = measuredFiguresSchema.extend({
  /** Equal for runs that judged the same cases with the same content. */
  cases: z.string(),
  /** The total cost of the run, including discarded attempts; missing if no connector has token prices. */
  spent: z.object({ amount: z.number(), isPartlyKnown: z.boolean() }).optional(),
});

/** The figures of a run in trends, in addition to its counters. */
export type RunFigures = z.infer<typeof runFiguresSchema>;
