const MAX_ITERATIONS = 25;
/** The weight of the penalty. The penalty keeps the weights finite if a model can separate the classes completely. */
const RIDGE_PENALTY = 1;

export type LabelledRow = { features: readonly number[]; isPositive: boolean };

/**
 * Fits a logistic regression on standardized features with a ridge penalty, by Newton's method. Returns a function from
 * features to a score that rises with the odds of the positive class. T. Hastie, R. Tibshirani, J. Friedman, "The
 * Elements of Statistical Learning" (2009), 4.4.
 */
export function fitLogisticRegression(rows: readonly LabelledRow[]): (features: readonly number[]) => number {
  const width = rows[0]?.features.length ?? 0;
  const scales = Array.from({ length: width }, (_, column) =>
    computeMeanAndDeviation(rows.map(({ features }) => features[column] ?? 0)),
  );
  const standardize = (features: readonly number[]) => [
    1,
    ...scales.map(({ mean, deviation }, column) => ((features[column] ?? 0) - mean) / deviation),
  ];
  const inputs = rows.map(({ features }) => standardize(features));
  const weights = new Array<number>(width + 1).fill(0);
  for (let round = 0; round < MAX_ITERATIONS; round += 1) {
    const step = computeNewtonStep({ inputs, rows, weights });
    for (const [index, change] of step.entries()) weights[index] = (weights[index] ?? 0) + change;
    if (step.every((change) => Math.abs(change) < 1e-9)) break;
  }
  return (features) => computeDotProduct(weights, standardize(features));
}

type RegressionState = { inputs: readonly number[][]; rows: readonly LabelledRow[]; weights: readonly number[] };

function computeNewtonStep({ inputs, rows, weights }: RegressionState): number[] {
  const size = weights.length;
  // The intercept gets only a tiny penalty, so that the matrix can be inverted.
  const getPenalty = (index: number): number => (index === 0 ? 1e-9 : RIDGE_PENALTY);
  const gradient = weights.map((weight, index) => -getPenalty(index) * weight);
  const hessian = weights.map((_, row) => weights.map((__, column) => (row === column ? getPenalty(row) : 0)));
  for (const [index, input] of inputs.entries()) {
    const probability = 1 / (1 + Math.exp(-computeDotProduct(weights, input)));
    const error = (rows[index]?.isPositive === true ? 1 : 0) - probability;
    const weight = probability * (1 - probability);
    for (let row = 0; row < size; row += 1) {
      const value = input[row] ?? 0;
      gradient[row] = (gradient[row] ?? 0) + error * value;
      const line = hessian[row] ?? [];
      for (let column = 0; column < size; column += 1) {
        line[column] = (line[column] ?? 0) + weight * value * (input[column] ?? 0);
      }
    }
  }
  return solveLinearSystem(hessian, gradient);
}

/** Solves a system of linear equations by elimination with pivoting. */
function solveLinearSystem(matrix: number[][], right: readonly number[]): number[] {
  const rows = matrix.map((row, index) => [...row, right[index] ?? 0]);
  const size = rows.length;
  for (let at = 0; at < size; at += 1) {
    const best = rows.reduce(
      (top, row, index) => (index >= at && Math.abs(row[at] ?? 0) > Math.abs(rows[top]?.[at] ?? 0) ? index : top),
      at,
    );
    const pivot = rows[best] ?? [];
    rows[best] = rows[at] ?? [];
    rows[at] = pivot;
    const divisor = pivot[at] ?? 1;
    for (const [index, row] of rows.entries()) {
      if (index === at) continue;
      const factor = (row[at] ?? 0) / divisor;
      for (let column = at; column <= size; column += 1)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  return rows.map((row, index) => (row[size] ?? 0) / (row[index] ?? 1));
}

function computeMeanAndDeviation(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, deviation: variance === 0 ? 1 : Math.sqrt(variance) };
}

function computeDotProduct(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}
