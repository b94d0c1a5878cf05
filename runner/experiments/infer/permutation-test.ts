import { randomNumbers } from '../../verdict/index.ts';

const PERMUTATIONS = 1000;
const SEED = 1;

/**
 * What a possible rule says of each conversation of its case: it holds, it is broken, or neither. The labels are not
 * looked at.
 */
export type Feature<Rule> = { rule: Rule; holds: ReadonlySet<number>; broken: ReadonlySet<number> };

export type TestedFeature<Rule> = Feature<Rule> & {
  /** The chance that any feature of the family catches as many bad conversations with permuted labels. */
  p: number;
};

/** Limits for a rule: how many good conversations it must hold in, and how many bad ones must break it. */
export type FeatureLimits = { leastGood: number; leastCaught: number };

type Family<Rule> = { features: readonly Feature<Rule>[]; labels: readonly boolean[]; limits: FeatureLimits };

/**
 * The features that hold in every good conversation and are broken in bad ones, tested by permuting the labels 1,000
 * times. Each is compared with the best of all features, so that the choice of the best is no evidence: P. Westfall and
 * S. Young, "Resampling-Based Multiple Testing" (1993).
 */
export function testFeatures<Rule>({ features, labels, limits }: Family<Rule>): TestedFeature<Rule>[] {
  const good = toWords(labels);
  const withMasks = features.map((feature) => ({ feature, mask: toMask(feature, labels.length) }));
  const candidates = withMasks
    .map(({ feature, mask }) => ({ feature, caught: countCaught(mask, good, limits) }))
    .filter(({ caught }) => caught > 0);
  if (candidates.length === 0) return [];
  const best = permutedBest(uniqueMasks(withMasks.map(({ mask }) => mask)), labels, limits);
  return candidates
    .map(({ feature, caught }) => {
      const extreme = best.filter((other) => other >= caught).length;
      return { ...feature, p: (extreme + 1) / (PERMUTATIONS + 1) };
    })
    .toSorted((a, b) => a.p - b.p || b.broken.size - a.broken.size);
}

/** False if not even a perfect rule could be told from chance. Depends on the numbers of labels alone. */
export function canBeTested(labels: readonly boolean[]): boolean {
  const good = labels.filter(Boolean).length;
  let arrangements = 1;
  for (let drawn = 0; drawn < good; drawn += 1) arrangements *= (labels.length - drawn) / (drawn + 1);
  return arrangements >= 20;
}

/** Sets as bits, 32 conversations to a word. */
type Mask = { holds: Uint32Array; broken: Uint32Array; most: number };

function permutedBest(masks: readonly Mask[], labels: readonly boolean[], limits: FeatureLimits): number[] {
  const draw = randomNumbers(SEED);
  const shuffled = [...labels];
  return Array.from({ length: PERMUTATIONS }, () => {
    shuffle(shuffled, draw);
    const good = toWords(shuffled);
    let best = 0;
    for (const mask of masks) {
      // The masks are sorted, so no later one can be better.
      if (mask.most <= best) break;
      best = Math.max(best, countCaught(mask, good, limits));
    }
    return best;
  });
}

/** Puts items into a random order; every order is equally likely. */
export function shuffle<Item>(items: Item[], draw: () => number): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const [drawn] = items.splice(Math.min(last, Math.floor(draw() * (last + 1))), 1);
    if (drawn !== undefined) items.splice(last, 0, drawn);
  }
}

/** How many bad conversations the feature catches; 0 if it does not hold in every good one. */
function countCaught({ holds, broken }: Mask, good: Uint32Array, { leastGood, leastCaught }: FeatureLimits): number {
  let caught = 0;
  let kept = 0;
  for (const [index, word] of good.entries()) {
    const [held, breaks] = [holds[index] ?? 0, broken[index] ?? 0];
    if ((word & ~held) !== 0) return 0;
    kept += countBits(word);
    caught += countBits(breaks & ~word);
  }
  return kept < leastGood || caught < leastCaught ? 0 : caught;
}

function uniqueMasks(all: readonly Mask[]): Mask[] {
  const masks = new Map(all.map((mask) => [`${mask.holds.join()} ${mask.broken.join()}`, mask]));
  return [...masks.values()].filter(({ most }) => most > 0).toSorted((a, b) => b.most - a.most);
}

function toMask<Rule>({ holds, broken }: Feature<Rule>, size: number): Mask {
  const indices = Array.from({ length: size }, (_, index) => index);
  return {
    holds: toWords(indices.map((index) => holds.has(index))),
    broken: toWords(indices.map((index) => broken.has(index))),
    most: broken.size,
  };
}

function toWords(bits: readonly boolean[]): Uint32Array {
  const words = new Uint32Array(Math.ceil(bits.length / 32));
  for (const [index, bit] of bits.entries())
    if (bit) words[index >>> 5] = (words[index >>> 5] ?? 0) | (1 << (index & 31));
  return words;
}

function countBits(word: number): number {
  let rest = word;
  let count = 0;
  for (; rest !== 0; count += 1) rest &= rest - 1;
  return count;
}
