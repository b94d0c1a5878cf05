/**
 * Returns the nearest-rank percentile: the smallest value for which at least the given share of all values is not
 * larger; definition 1 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The American
 * Statistician 50 (1996). The result is always one of the values. `sorted` is in ascending order, `share` is more than
 * 0 and at most 1; `null` if there are no values.
 */
export function computePercentile(sorted: ArrayLike<number>, share: number): number | null {
  // The tolerance for rounding errors: 0.95 of 20 may be 19.000000000000004, but must give rank 19.
  const rank = Math.max(1, Math.ceil(sorted.length * share - 1e-9));
  return sorted[rank - 1] ?? null;
}
