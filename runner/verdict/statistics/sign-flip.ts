import { createRandomNumberGenerator } from './random-numbers.ts';
import { isSignificantP } from './significance.ts';

/** Up to this number of differences, all combinations of signs are tried; above it, a random sample of them. */
const MAX_EXACT_DIFFERENCES = 20;
const RANDOM_SAMPLE_COUNT = 20_000;
const SEED = 1;
/** The tolerance for rounding errors when sums are compared. */
const ROUNDING_TOLERANCE = 1e-9;

export type SignFlipTest = {
  /** The two-sided p-value. */
  p: number;
  /** True if no outcome could be significant with so few differences. */
  isTooSmall: boolean;
  /** The number of cases whose score changed. */
  informative: number;
};

/**
 * Returns the probability of a sum of differences at least as far from 0 as the observed one, if each difference could
 * have had either sign: the permutation test of R. A. Fisher, "The Design of Experiments" (1935), section 21. Exact up
 * to 20 differences, otherwise estimated from 20,000 random samples with a fixed seed.
 */
export function performSignFlipTest(differences: readonly number[]): SignFlipTest {
  const sizes = differences.filter((difference) => Math.abs(difference) > ROUNDING_TOLERANCE).map(Math.abs);
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0)) - ROUNDING_TOLERANCE;
  const informative = sizes.length;
  if (informative === 0) return { p: 1, isTooSmall: true, informative };
  const p =
    informative <= MAX_EXACT_DIFFERENCES ? computeExactPValue(sizes, observed) : estimatePValue(sizes, observed);
  return { p, isTooSmall: !isSignificantP(2 ** (1 - informative)), informative };
}

/**
 * Computes the exact p-value: the share of all combinations of signs that are at least as extreme. Goes through the
 * combinations in Gray code order, in which only one sign changes at a time.
 */
function computeExactPValue(sizes: readonly number[], observed: number): number {
  const count = 2 ** sizes.length;
  const signs = sizes.map(() => 1);
  let sum = sizes.reduce((all, size) => all + size, 0);
  let extreme = Math.abs(sum) >= observed ? 1 : 0;
  for (let step = 1; step < count; step += 1) {
    const index = 31 - Math.clz32(step & -step);
    const size = sizes[index] ?? 0;
    const sign = signs[index] ?? 1;
    signs[index] = -sign;
    sum -= 2 * sign * size;
    if (Math.abs(sum) >= observed) extreme += 1;
  }
  return extreme / count;
}

/** Estimates the share from random samples. The observed outcome counts as one of them, so that p is never 0. */
function estimatePValue(sizes: readonly number[], observed: number): number {
  const draw = createRandomNumberGenerator(SEED);
  let extreme = 1;
  for (let time = 0; time < RANDOM_SAMPLE_COUNT; time += 1) {
    let sum = 0;
    for (const size of sizes) sum += draw() < 0.5 ? size : -size;
    if (Math.abs(sum) >= observed) extreme += 1;
  }
  return extreme / (RANDOM_SAMPLE_COUNT + 1);
}
