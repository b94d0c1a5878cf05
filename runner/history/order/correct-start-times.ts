/** The start time of a run. Lists of runs are in the order in which the runs were stored. */
type WrittenRun = { startedAt: number };

/**
 * Corrects start times that contradict the order in which runs were stored: keeps the largest set of start times that
 * are in this order. Every other run must have had a wrong clock; it gets the start time of the run before it.
 */
export function correctStartTimes(runs: readonly WrittenRun[]): number[] {
  const isHonest = longestIncreasingSubsequence(runs.map(({ startedAt }) => startedAt));
  let last = runs.find((_, index) => isHonest.has(index))?.startedAt ?? 0;
  return runs.map(({ startedAt }, index) => {
    if (isHonest.has(index)) last = startedAt;
    return last;
  });
}

/** The indices of the longest non-decreasing subsequence. */
function longestIncreasingSubsequence(values: readonly number[]): Set<number> {
  // For each length of a subsequence, the index of the smallest value that ends a subsequence of this length.
  const tailStarts: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    let [lowerBound, upperBound] = [0, tailStarts.length];
    while (lowerBound < upperBound) {
      const middle = (lowerBound + upperBound) >> 1;
      if ((values[tailStarts[middle] ?? 0] ?? 0) <= value) lowerBound = middle + 1;
      else upperBound = middle;
    }
    before[index] = tailStarts[lowerBound - 1];
    tailStarts[lowerBound] = index;
  }
  const positions = new Set<number>();
  for (let index = tailStarts.at(-1); index !== undefined; index = before[index]) positions.add(index);
  return positions;
}
