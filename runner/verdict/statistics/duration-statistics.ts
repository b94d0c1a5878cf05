export type DurationStatistics = { avg: number; min: number; max: number; stdDeviation: number };

/**
 * Returns the mean, the extremes and the population standard deviation, in the unit of the values; `null` if there are
 * no values.
 */
export function computeDurationStatistics(durations: readonly number[]): DurationStatistics | null {
  if (durations.length === 0) return null;
  const avg = durations.reduce((sum, duration) => sum + duration, 0) / durations.length;
  const variance = durations.reduce((sum, duration) => sum + (duration - avg) ** 2, 0) / durations.length;
  return { avg, min: Math.min(...durations), max: Math.max(...durations), stdDeviation: Math.sqrt(variance) };
}
