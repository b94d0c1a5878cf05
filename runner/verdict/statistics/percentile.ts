/**
 * The nearest-rank percentile: the smallest value that is at least as large as the given share of all values;
 * definition 1 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50
 * (1996). The result is always one of the values. `sorted` is ascending, `share` more than 0 and at most 1; `null` for
 * no values.
 */
export function computePercentile(sorted: ArrayLike<number>, share: number): number | null {
  // The tolerance absorbs rounding: 0.95 of 20 may be 19.000000000000004 and must be rank 19.
  const rank = Math.max(1, Math.ceil(sorted.length * share - 1e-9));
  return sorted[rank - 1] ?? null;
}
