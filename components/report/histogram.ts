export type HistogramBin = { from: number; to: number; count: number };

const MOST_BINS = 16;
const WIDE = 20;

/**
 * Counts values per bin. The bins have the same width, or the same ratio if the largest value is many times the
 * smallest. The last bin includes its upper end. Values must be above zero.
 */
export function buildHistogram(values: readonly number[]): HistogramBin[] {
  if (values.length === 0) return [];
  let least = Number.POSITIVE_INFINITY;
  let most = 0;
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const bins = most === least ? 1 : Math.min(MOST_BINS, Math.max(6, Math.ceil(Math.sqrt(values.length))));
  const isWide = least > 0 && most / least > WIDE;
  const scale = isWide ? Math.log : Number;
  const unscale = isWide ? Math.exp : Number;
  const [low, high] = [scale(least), scale(most)];
  const binEdge = (index: number): number => unscale(low + ((high - low) * index) / bins);
  const counts = new Array<number>(bins).fill(0);
  for (const value of values) {
    const share = most === least ? 0 : (scale(value) - low) / (high - low);
    const index = Math.min(bins - 1, Math.floor(share * bins));
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts.map((count, index) => ({ from: binEdge(index), to: binEdge(index + 1), count }));
}
