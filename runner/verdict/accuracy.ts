import { type MetricKind, metricKinds } from '../contract/index.ts';
import type { CaseRow } from '../fold/index.ts';
import { isMeasured, rowCounts } from '../fold/index.ts';
import type { JsonObject } from '../values/index.ts';
import { passRate } from './pass-rate.ts';

/** One figure that a run measured; `null` when nothing could be scored. */
export type MeasuredMetric = { kind: MetricKind; score: number | null };

/** An entry of `tests`: its cases, and what they measured together. */
export type MeasuredTest = { suiteKey: string; test: number; rows: CaseRow[]; metrics: MeasuredMetric[] };

/**
 * The tests of a run in order, those of which anything was measured. A metric is the mean over all cases of its test and
 * all their attempts, every score counting alike; one without any score has no figure.
 */
export function measuredTests(rows: readonly CaseRow[]): MeasuredTest[] {
  const consistency = rows.filter(isMeasured);
  const tests = Map.groupBy(consistency, ({ suiteKey, id, test }) => `${suiteKey}\n${test ?? id}`);
  return [...tests.values()]
    .map((ofTest) => ({
      suiteKey: ofTest[0]?.suiteKey ?? '',
      test: ofTest[0]?.test ?? 1,
      rows: ofTest,
      metrics: measureMetrics(ofTest),
    }))
    .filter(({ metrics }) => metrics.length > 0);
}

/** The metrics of a run in the order of its tests. */
export function measuredMetrics(rows: readonly CaseRow[]): MeasuredMetric[] {
  return measuredTests(rows).flatMap(({ metrics }) => metrics);
}

type Pool = { kind: MetricKind; sum: number; records: number };

function measureMetrics(rows: readonly CaseRow[]): MeasuredMetric[] {
  const pools: Pool[] = [];
  const attempts = rows.flatMap((row) => row.attempts).filter(({ status }) => status !== 'skipped');
  for (const { metrics = [] } of attempts) {
    for (const [position, { kind, score, records }] of metrics.entries()) {
      const pool = pools[position] ?? { kind, sum: 0, records: 0 };
      pools[position] = pool;
      pool.sum += (score ?? 0) * records;
      pool.records += records;
    }
  }
  return pools.map(({ kind, sum, records }) => ({ kind, score: records === 0 ? null : sum / records }));
}

/** The metrics of a run by kind, as programs read them: a number, or a list where a run has several of a kind. */
export function metricFigures(rows: readonly CaseRow[]): JsonObject {
  const measured = measuredMetrics(rows);
  const figures: JsonObject = {};
  for (const kind of metricKinds) {
    const scores = measured.filter((metric) => metric.kind === kind).map(({ score }) => shortDecimals(score));
    const [only] = scores;
    if (only !== undefined) figures[kind] = scores.length === 1 ? only : scores;
  }
  return figures;
}

/** Seven digits, the shortest way to write them: 0.855, 1, 0.6666667. */
export function shortDecimals(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(7));
}

/** An accuracy to compare with thresholds, under the name that people know. */
export type Accuracy = { name: string; score: number | null };

/** The accuracy of every test: a metric by its place among them, any other case that was judged by its id. */
export function accuracies(rows: readonly CaseRow[]): Accuracy[] {
  const cases = otherCases(rows).flatMap((row) => {
    const score = passRate(rowCounts(row));
    return score === null ? [] : [{ name: row.id, score }];
  });
  return [...measuredAccuracies(rows), ...cases];
}

/**
 * The mean accuracy of a run: each metric counts once, and so does each attempt of a case of another kind, as 1 or 0.
 * Null when there is nothing to take it of, or when a metric has no figure.
 */
export function averageAccuracy(rows: readonly CaseRow[]): number | null {
  let sum = 0;
  let figures = 0;
  for (const { score } of measuredAccuracies(rows)) {
    if (score === null) return null;
    sum += score;
    figures += 1;
  }
  for (const row of otherCases(rows)) {
    const { passed, failed, error, timeout } = rowCounts(row);
    sum += passed;
    figures += passed + failed + error + timeout;
  }
  return figures === 0 ? null : sum / figures;
}

function measuredAccuracies(rows: readonly CaseRow[]): Accuracy[] {
  return measuredMetrics(rows)
    .filter(({ kind }) => kind === 'accuracy')
    .map(({ score }, position) => ({ name: `Test ${position + 1}`, score }));
}

function otherCases(rows: readonly CaseRow[]): CaseRow[] {
  return rows.filter((row) => !isMeasured(row));
}
