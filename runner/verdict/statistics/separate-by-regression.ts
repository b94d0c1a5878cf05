import { fitLogisticRegression, type LabelledRow } from './logistic-regression.ts';
import { createRandomNumberGenerator } from './random-numbers.ts';
import type { Interval } from './wilson-interval.ts';

const CROSS_VALIDATION_FOLDS = 5;
const RESAMPLE_COUNT = 1_000;
const SEED = 20_260_911;

/** Rows with the same `group` are never split between the training part and the test part. */
export type GroupedRow = LabelledRow & { group: string };
export type GroupSeparation = { auc: number; interval: Interval };

/**
 * Measures how well a logistic regression separates two classes of rows: the area under the ROC curve, computed from
 * scores for rows that it was not trained on; 0.5 means chance. The 95% interval is a percentile bootstrap over groups.
 * Undefined if a class has rows of fewer than two groups.
 */
export function measureSeparationByRegression(rows: readonly GroupedRow[]): GroupSeparation | undefined {
  const kinds = [true, false].map((isPositive) => rows.filter((row) => row.isPositive === isPositive));
  if (kinds.some((kind) => new Set(kind.map(({ group }) => group)).size < 2)) return undefined;
  const scored = computeHeldOutScores(rows);
  const interval = computeBootstrapInterval(groupRows(scored), (sampledGroups) =>
    computeAreaUnderCurve(sampledGroups.flat()),
  );
  return { auc: computeAreaUnderCurve(scored) ?? 0.5, interval };
}

export type MeanDifference = { difference: number; interval: Interval };

/** Returns the difference of two means, with a 95% percentile bootstrap interval over groups. */
export function computeDifferenceOfMeans(
  rows: readonly { value: number; isPositive: boolean; group: string }[],
): MeanDifference | undefined {
  const subtractMeans = (sampledRows: typeof rows): number | undefined => {
    const first = computeMeanIfAny(sampledRows.filter(({ isPositive }) => isPositive).map(({ value }) => value));
    const second = computeMeanIfAny(sampledRows.filter(({ isPositive }) => !isPositive).map(({ value }) => value));
    return first === undefined || second === undefined ? undefined : first - second;
  };
  const overall = subtractMeans(rows);
  if (overall === undefined) return undefined;
  return {
    difference: overall,
    interval: computeBootstrapInterval(groupRows(rows), (sampledGroups) => subtractMeans(sampledGroups.flat())),
  };
}

type ScoredRow = { score: number; isPositive: boolean; group: string };

function computeHeldOutScores(rows: readonly GroupedRow[]): ScoredRow[] {
  const groups = shuffleItems([...new Set(rows.map(({ group }) => group))]);
  const folds = new Map(groups.map((group, index) => [group, index % CROSS_VALIDATION_FOLDS]));
  return Array.from({ length: CROSS_VALIDATION_FOLDS }, (_, fold) => fold).flatMap((fold) => {
    const isInTestFold = ({ group }: GroupedRow) => folds.get(group) === fold;
    const score = fitLogisticRegression(rows.filter((row) => !isInTestFold(row)));
    return rows
      .filter(isInTestFold)
      .map(({ features, isPositive, group }) => ({ score: score(features), isPositive, group }));
  });
}

/**
 * Returns the share of pairs (one positive and one negative row) in which the positive row has the higher score; ties
 * count as half.
 */
function computeAreaUnderCurve(rows: readonly Omit<ScoredRow, 'group'>[]): number | undefined {
  const sorted = rows.toSorted((left, right) => left.score - right.score);
  const positives = sorted.filter(({ isPositive }) => isPositive).length;
  const negatives = sorted.length - positives;
  if (positives === 0 || negatives === 0) return undefined;
  let rankSum = 0;
  for (let start = 0; start < sorted.length; ) {
    let end = start;
    while (end < sorted.length && sorted[end]?.score === sorted[start]?.score) end += 1;
    const rank = (start + 1 + end) / 2;
    rankSum += rank * sorted.slice(start, end).filter(({ isPositive }) => isPositive).length;
    start = end;
  }
  return (rankSum - (positives * (positives + 1)) / 2) / (positives * negatives);
}

function groupRows<Row extends { group: string }>(rows: readonly Row[]): Row[][] {
  return [...Map.groupBy(rows, ({ group }) => group).values()];
}

function computeBootstrapInterval<Group>(
  groups: readonly Group[],
  statistic: (sampledGroups: Group[]) => number | undefined,
): Interval {
  const random = createRandomNumberGenerator(SEED);
  const drawGroups = () =>
    groups.flatMap(() => {
      const group = groups[Math.floor(random() * groups.length)];
      return group === undefined ? [] : [group];
    });
  const values = Array.from({ length: RESAMPLE_COUNT }, () => statistic(drawGroups()))
    .filter((value) => value !== undefined)
    .toSorted((left, right) => left - right);
  const last = values.length - 1;
  return { low: values[Math.floor(0.025 * last)] ?? 0, high: values[Math.ceil(0.975 * last)] ?? 0 };
}

function shuffleItems(items: readonly string[]): string[] {
  const random = createRandomNumberGenerator(SEED);
  return items
    .toSorted()
    .map((item) => ({ item, order: random() }))
    .toSorted((left, right) => left.order - right.order)
    .map(({ item }) => item);
}

function computeMeanIfAny(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
