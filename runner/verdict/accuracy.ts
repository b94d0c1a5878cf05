import { type MetricKind, metricKinds } from '../contract/index.ts';
import type { CaseRow } from '../fold/index.ts';
import { countAttemptsOfRow, isJudgedByAccuracy } from '../fold/index.ts';
import type { JsonObject } from '../values/index.ts';
import { computePassRate, countJudged } from './pass-rate.ts';

/** The value of one metric in a run; `null` if no attempt could be scored. */
export type MeasuredMetric = { kind: MetricKind; score: number | null };

/** An entry of the list `tests`, with its cases and their common metrics. */
export type MeasuredTest = { suiteKey: string; test: number; rows: CaseRow[]; metrics: MeasuredMetric[] };

/**
 * Returns the tests of a run in order, without tests that measured nothing. The value of a metric is the mean over all
 * attempts of all cases of its test, with equal weight for every score. It is null if there is no score.
 */
export function listMeasuredTests(rows: readonly CaseRow[]): MeasuredTest[] {
  const consistency = rows.filter(isJudgedByAccuracy);
  const tests = Map.groupBy(consistency, ({ suiteKey, id, test }) => `${suiteKey}\n${test ?? id}`);
  return [...tests.values()]
    .map((ofTest) => ({
      suiteKey: ofTest[0]?.suiteKey ?? '',
      test: ofTest[0]?.test ?? 1,
      rows: ofTest,
      metrics: measureMetricsOfTest(ofTest),
    }))
    .filter(({ metrics }) => metrics.length > 0);
}

/** All metrics of a run, in test order. */
export function listMeasuredMetrics(rows: readonly CaseRow[]): MeasuredMetric[] {
  return listMeasuredTests(rows).flatMap(({ metrics }) => metrics);
}

type MetricTotal = { kind: MetricKind; sum: number; records: number };

function measureMetricsOfTest(rows: readonly CaseRow[]): MeasuredMetric[] {
  const pools: MetricTotal[] = [];
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

/**
 * Returns the metrics of a run by kind, for machine-readable output: a number, or a list if the run has several metrics
 * of a kind.
 */
export function groupMetricScoresByKind(rows: readonly CaseRow[]): JsonObject {
  const measured = listMeasuredMetrics(rows);
  const figures: JsonObject = {};
  for (const kind of metricKinds) {
    const scores = measured.filter((metric) => metric.kind === kind).map(({ score }) => roundToSevenDigits(score));
    const [only] = scores;
    if (only !== undefined) figures[kind] = scores.length === 1 ? only : scores;
  }
  return figures;
}

/** Formats a number with up to seven significant digits, without trailing zeros: 0.855, 1, 0.6666667. */
export function roundToSevenDigits(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(7));
}

/** An accuracy that is compared with thresholds, and the name under which outputs show it. */
export type TestAccuracy = { name: string; score: number | null };

/**
 * Returns the accuracy of every test. Metrics are named by their position (`Test 1`), other judged cases by their id.
 */
export function listAccuracies(rows: readonly CaseRow[]): TestAccuracy[] {
  const cases = filterCasesWithoutMetrics(rows).flatMap((row) => {
    const score = computePassRate(countAttemptsOfRow(row));
    return score === null ? [] : [{ name: row.id, score }];
  });
  return [...listMeasuredAccuracies(rows), ...cases];
}

/**
 * Returns the mean accuracy of a run. Each metric counts once, and each attempt of a case without metrics counts as 1
 * or 0. Null if there is nothing to average, or if a metric has no score.
 */
export function computeAverageAccuracy(rows: readonly CaseRow[]): number | null {
  let sum = 0;
  let figures = 0;
  for (const { score } of listMeasuredAccuracies(rows)) {
    if (score === null) return null;
    sum += score;
    figures += 1;
  }
  for (const row of filterCasesWithoutMetrics(rows)) {
    const counts = countAttemptsOfRow(row);
    sum += counts.passed;
    figures += countJudged(counts);
  }
  return figures === 0 ? null : sum / figures;
}

function listMeasuredAccuracies(rows: readonly CaseRow[]): TestAccuracy[] {
  return listMeasuredMetrics(rows)
    .filter(({ kind }) => kind === 'accuracy')
    .map(({ score }, position) => ({ name: `Test ${position + 1}`, score }));
}

function filterCasesWithoutMetrics(rows: readonly CaseRow[]): CaseRow[] {
  return rows.filter((row) => !isJudgedByAccuracy(row));
}
