import { expect, test } from 'vitest';
import { fitLogisticRegression } from './logistic-regression.ts';
import { createRandomNumberGenerator } from './random-numbers.ts';
import { computeDifferenceOfMeans, measureSeparationByRegression } from './separate-by-regression.ts';

/** Creates rows whose first feature is shifted in positive rows; the second feature is random noise. */
function rowsWith(shift: number, count = 200) {
  const random = createRandomNumberGenerator(7);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Array.from({ length: count }, (_, index) => {
    const isPositive = index % 2 === 0;
    return { group: `case ${index}`, isPositive, features: [normal() + (isPositive ? shift : 0), normal()] };
  });
}

test('two kinds that are the same cannot be told apart', () => {
  const { auc, interval } = measureSeparationByRegression(rowsWith(0)) ?? { auc: 1, interval: { low: 1, high: 1 } };
  expect(auc).toBeGreaterThan(0.4);
  expect(auc).toBeLessThan(0.6);
  expect(interval.low).toBeLessThan(0.5);
  expect(interval.high).toBeGreaterThan(auc);
});

test('the area is the one of the two distributions', () => {
  // The expected area under the ROC curve for normal distributions of variance 1 is Φ(shift / √2).
  const { auc, interval } = measureSeparationByRegression(rowsWith(1, 1000)) ?? {
    auc: 0,
    interval: { low: 0, high: 0 },
  };
  expect(auc).toBeCloseTo(0.76, 1);
  expect(interval.low).toBeLessThan(0.76);
  expect(interval.high).toBeGreaterThan(0.76);
});

test('two kinds that never overlap are told apart completely', () => {
  expect(measureSeparationByRegression(rowsWith(100))?.auc).toBe(1);
});

test('cases are never trained and tested on at once', () => {
  // Each case has a positive and a negative row with the same feature value. A model that is trained on one row of a
  // case and tested on the other would be wrong more often than by chance.
  const random = createRandomNumberGenerator(3);
  const rows = Array.from({ length: 100 }, (_, index) => ({ index, feature: random() })).flatMap(({ index, feature }) =>
    [true, false].map((isPositive) => ({ group: `case ${index}`, isPositive, features: [feature] })),
  );
  expect(measureSeparationByRegression(rows)?.auc).toBeCloseTo(0.5, 1);
});

test('nothing is said of a kind with a single case', () => {
  const [one, ...others] = rowsWith(1, 20);
  expect(one?.isPositive).toBe(true);
  const rows = [...(one === undefined ? [] : [one]), ...others.filter(({ isPositive }) => !isPositive)];
  expect(measureSeparationByRegression(rows)).toBeUndefined();
});

test('a difference of means has an interval that holds it', () => {
  const rows = rowsWith(1).map(({ features, ...row }) => ({ ...row, value: features[0] ?? 0 }));
  const { difference, interval } = computeDifferenceOfMeans(rows) ?? { difference: 0, interval: { low: 0, high: 0 } };
  expect(difference).toBeCloseTo(1, 0);
  expect(interval.low).toBeGreaterThan(0);
  expect(interval.low).toBeLessThan(difference);
  expect(interval.high).toBeGreaterThan(difference);
  expect(computeDifferenceOfMeans(rows.filter(({ isPositive }) => isPositive))).toBeUndefined();
});

test('the regression finds the odds of a two by two table', () => {
  const table = [
    { features: [0], isPositive: true, count: 200 },
    { features: [0], isPositive: false, count: 600 },
    { features: [1], isPositive: true, count: 600 },
    { features: [1], isPositive: false, count: 200 },
  ];
  const rows = table.flatMap(({ count, ...row }) => Array.from({ length: count }, () => row));
  const score = fitLogisticRegression(rows);
  expect(score([1])).toBeCloseTo(Math.log(3), 1);
  expect(score([0])).toBeCloseTo(-Math.log(3), 1);
});

test('a feature that never changes does no harm', () => {
  const rows = rowsWith(1).map((row) => ({ ...row, features: [...row.features, 5] }));
  expect(measureSeparationByRegression(rows)?.auc).toBeGreaterThan(0.6);
});
