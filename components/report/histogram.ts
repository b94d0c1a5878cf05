export type HistogramBin = { from: number; to: number; count: number };

const MAX_BINS = 16;
const MIN_RATIO_FOR_LOG_SCALE = 20;

/**
 * Counts values, which must be positive, in bins. All bins have the same width; if the largest value is many times the
 * smallest, they are spaced logarithmically instead. The last bin includes its upper end.
 */
export function buildHistogram(values: readonly number[]): HistogramBin[] {
  if (values.length === 0) return [];
  let lowest = Number.POSITIVE_INFINITY;
  let highest = 0;
  for (const value of values) {
    lowest = Math.min(lowest, value);
    highest = Math.max(highest, value);
  }
  const bins = highest === lowest ? 1 : Math.min(MAX_BINS, Math.max(6, Math.ceil(Math.sqrt(values.length))));
  const isWide = lowest > 0 && highest / lowest > MIN_RATIO_FOR_LOG_SCALE;
  const scale = isWide ? Math.log : Number;
  const unscale = isWide ? Math.exp : Number;
  const [low, high] = [scale(lowest), scale(highest)];
  const binEdge = (index: number): number => unscale(low + ((high - low) * index) / bins);
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const scaledPosition = highest === lowest ? 0 : (scale(value) - low) / (high - low);
    const index = Math.min(bins - 1, Math.floor(scaledPosition * bins));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts.map((count, index) => ({ from: binEdge(index), to: binEdge(index + 1), count }));
}
