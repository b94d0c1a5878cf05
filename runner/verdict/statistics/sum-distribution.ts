/**
 * The probability distribution of a sum of counts: `chances[j]` is the probability of `from + j`. Negligible tails are
 * cut off.
 */
export type SumDistribution = { from: number; chances: Float64Array };

/**
 * Probabilities below this are cut off. Only probabilities near the middle of a distribution are needed, and they are
 * far higher.
 */
const NEGLIGIBLE_PROBABILITY = 1e-40;

export const certainZero: SumDistribution = { from: 0, chances: Float64Array.of(1) };

/** Returns the distribution of the sum of two independent counts. */
export function convolveDistributions(one: SumDistribution, other: SumDistribution): SumDistribution {
  const [short, long] =
    one.chances.length < other.chances.length ? [one.chances, other.chances] : [other.chances, one.chances];
  const sums = new Float64Array(short.length + long.length - 1);
  for (let i = 0; i < short.length; i += 1) {
    const chance = short[i] ?? 0;
    for (let j = 0; j < long.length; j += 1) sums[i + j] = (sums[i + j] ?? 0) + chance * (long[j] ?? 0);
  }
  return trimNegligibleEnds({ from: one.from + other.from, chances: sums });
}

/** Returns the distribution of the sum of `times` independent counts with the same distribution. */
export function computeSumOfRepeatedCounts(count: SumDistribution, times: number): SumDistribution {
  let sum = certainZero;
  let power = count;
  for (let remaining = times; remaining > 0; remaining = Math.floor(remaining / 2)) {
    if (remaining % 2 === 1) sum = convolveDistributions(sum, power);
    if (remaining > 1) power = convolveDistributions(power, power);
  }
  return sum;
}

function trimNegligibleEnds({ from, chances }: SumDistribution): SumDistribution {
  let first = 0;
  let end = chances.length;
  while (first < end - 1 && (chances[first] ?? 0) < NEGLIGIBLE_PROBABILITY) first += 1;
  while (end > first + 1 && (chances[end - 1] ?? 0) < NEGLIGIBLE_PROBABILITY) end -= 1;
  return { from: from + first, chances: chances.subarray(first, end) };
}
