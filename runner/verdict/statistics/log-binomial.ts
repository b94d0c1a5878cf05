/** Logarithms of factorials as cumulative sums; exact enough for tests with a million attempts. */
export function computeLogFactorials(upTo: number): Float64Array {
  const sums = new Float64Array(upTo + 1);
  for (let n = 2; n <= upTo; n += 1) sums[n] = (sums[n - 1] ?? 0) + Math.log(n);
  return sums;
}

/** Returns the logarithm of the number of ways to choose `k` out of `n`. */
export function computeLogBinomial(factorials: Float64Array, n: number, k: number): number {
  return (factorials[n] ?? 0) - (factorials[k] ?? 0) - (factorials[n - k] ?? 0);
}
