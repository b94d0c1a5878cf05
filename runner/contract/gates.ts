import * as z from 'zod';
import type { CaseRow } from './state.ts';
import { type Counts, countStatuses, passRate } from './summary.ts';

export const thresholdModes = ['average', 'all'] as const;
export type ThresholdMode = (typeof thresholdModes)[number];

/** What a run must reach beside, or instead of, passing every case. Rates are 0 to 1. */
export const gatesSchema = z.object({
  minAccuracy: z.number().min(0).max(1).optional(),
  /** `average`: the pass rate over all attempts; `all`: the pass rate of every case. */
  thresholdMode: z.enum(thresholdModes).optional(),
  failOnFlaky: z.boolean().optional(),
});
export type Gates = z.infer<typeof gatesSchema>;

type Judged = { counts: Counts; rows: readonly CaseRow[] };

const SLACK = 1e-6;
const NAMED = 10;

/** Whether an accuracy reaches its threshold, rounding aside. None at all never does. */
export function reachesThreshold(accuracy: number | null, threshold: number): boolean {
  return accuracy !== null && accuracy >= threshold - SLACK;
}

/** Says how the accuracy misses its threshold, or nothing when it reaches it. No answer at all never reaches one. */
export function missedAccuracy({ minAccuracy, thresholdMode }: Gates, run: Judged): string | undefined {
  if (minAccuracy === undefined) return undefined;
  const reaches = (rate: number): boolean => rate >= minAccuracy - SLACK;
  const average = passRate(run.counts);
  if (average === null) return 'no accuracy: nothing was judged';
  if (thresholdMode !== 'all') {
    if (reaches(average)) return undefined;
    return `Average accuracy ${fixed(average)} below threshold ${fixed(minAccuracy)}`;
  }
  const below = run.rows
    .map((row) => ({ id: row.id, rate: passRate(countsOf(row)) }))
    .flatMap(({ id, rate }) => (rate === null || reaches(rate) ? [] : [`${id}: ${fixed(rate)}`]));
  if (below.length === 0) return undefined;
  return `${below.length} test(s) below threshold ${fixed(minAccuracy)}: ${named(below)}`;
}

/** Names the cases of which some attempts passed and others did not. */
export function flakyCases({ rows }: Pick<Judged, 'rows'>): string | undefined {
  const flaky = rows.flatMap((row) => {
    const { passed, failed, error, timeout } = countsOf(row);
    const bad = failed + error + timeout;
    return passed > 0 && bad > 0 ? [`${row.id} (${passed} of ${passed + bad} passed)`] : [];
  });
  return flaky.length === 0 ? undefined : `flaky: ${named(flaky)}`;
}

function countsOf({ attempts }: CaseRow): Counts {
  return countStatuses(
    attempts.map(({ status }) => (status === 'queued' || status === 'running' ? 'skipped' : status)),
  );
}

function named(texts: readonly string[]): string {
  const more = texts.length > NAMED ? ` and ${texts.length - NAMED} more` : '';
  return `${texts.slice(0, NAMED).join(', ')}${more}`;
}

function fixed(rate: number): string {
  return rate.toFixed(4);
}
