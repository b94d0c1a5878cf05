/** A run in the order of writing. */
type Written = { startedAt: number };

/**
 * When runs began, as far as the order in which they were written bears it out: the starts of the largest number of runs
 * that do not contradict it. Every other run, whose clock was wrong, gets the start of the one before it.
 */
export function honestStarts(runs: readonly Written[]): number[] {
  const isHonest = longestRising(runs.map(({ startedAt }) => startedAt));
  let last = runs.find((_, place) => isHonest.has(place))?.startedAt ?? 0;
  return runs.map(({ startedAt }, place) => {
    if (isHonest.has(place)) last = startedAt;
    return last;
  });
}

/** The places of the longest subsequence that never falls. */
function longestRising(values: readonly number[]): Set<number> {
  // By length: where the subsequence of that length ends that ends lowest.
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [place, value] of values.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] ?? 0] ?? 0) <= value) low = middle + 1;
      else high = middle;
    }
    before[place] = ends[low - 1];
    ends[low] = place;
  }
  const places = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = before[place]) places.add(place);
  return places;
}
