/**
 * The smallest value that at least a share of all values does not exceed: the nearest-rank percentile, definition 1 of
 * R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50 (1996). It is
 * always one of the values. `sorted` is in ascending order, `share` more than 0 and at most 1; `null` for no values.
 */
export function percentile(sorted: ArrayLike<number>, share: number): number | null {
  // The slack keeps 0.95 of 20, which is 19.000000000000004 at worst, the 19th.
  const rank = Math.max(1, Math.ceil(sorted.length * share - 1e-9));
  return sorted[rank - 1] ?? null;
}
