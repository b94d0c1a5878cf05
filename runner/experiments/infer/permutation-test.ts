import { createRandomNumberGenerator } from '../../verdict/index.ts';

const PERMUTATION_COUNT = 1000;
const SEED = 1;

/**
 * The outcome of a candidate rule for each conversation of its case: held, broken, or neither. Computed without the
 * labels.
 */
export type RuleFeature<Rule> = { rule: Rule; holds: ReadonlySet<number>; broken: ReadonlySet<number> };

export type TestedFeature<Rule> = RuleFeature<Rule> & {
  /**
   * The probability that at least one feature of the family catches this many bad conversations if the labels are
   * shuffled at random.
   */
  p: number;
};

/** Minimum counts for a rule: the good conversations in which it holds, and the bad conversations that break it. */
export type FeatureThresholds = { minGood: number; minCaught: number };

/** A permutation test for features (candidate rules) of conversations with known labels, good or bad. */
export type PermutationTest = {
  /**
   * Returns the features that hold in every good conversation and are broken in bad ones. Each feature is compared with
   * the best feature of every permutation of the labels, so that choosing the best of many features is not mistaken for
   * evidence: P. Westfall and S. Young, "Resampling-Based Multiple Testing" (1993).
   */
  testEach<Rule>(group: FeatureGroup<Rule>): TestedFeatures<Rule>;
  /**
   * Returns the smallest set of features that catches every bad conversation that any feature catches. Several kinds of
   * mistakes, each too rare to be significant alone, may be significant together: with permuted labels, so many bad
   * conversations can seldom be explained.
   */
  testTogether<Rule>(groups: readonly FeatureGroup<Rule>[]): TestedFeatures<Rule>;
};

/**
 * `p` is the smallest p-value of all features; `possible` lists every p-value that occurs for some permutation of the
 * labels.
 */
export type TestedFeatures<Rule> = { p: number; possible: readonly number[]; features: TestedFeature<Rule>[] };

export type FeatureGroup<Rule> = { features: readonly RuleFeature<Rule>[]; limits: FeatureThresholds };

/**
 * A permutation test: compares the statistic of the actual labels with its value for all permutations of the labels, or
 * for 1,000 random ones if there are more.
 */
export function createPermutationTest(labels: readonly boolean[]): PermutationTest {
  const goodMask = packBits(labels);
  const permutations = permuteLabels(labels);
  return {
    testEach<Rule>(group: FeatureGroup<Rule>) {
      const masked = createFeatureGroupMasks(group, labels.length);
      const chances = computePValues(
        [goodMask, ...permutations].map((words) => findMaxBadConversationsCaught(masked, words)),
      );
      const candidates = masked.features.flatMap(({ feature, mask }): TestedFeature<Rule>[] => {
        const caught = countBadConversationsCaught(mask, goodMask, group.limits);
        return caught === 0 ? [] : [{ ...feature, p: chances.p(caught) }];
      });
      const features = candidates.toSorted((a, b) => a.p - b.p || b.broken.size - a.broken.size);
      return { p: features[0]?.p ?? 1, possible: chances.possible, features };
    },
    testTogether<Rule>(groups: readonly FeatureGroup<Rule>[]) {
      const masked = groups.map((group) => createFeatureGroupMasks(group, labels.length));
      const { p, possible } = computePValues(
        [goodMask, ...permutations].map((words) => countBadConversationsCaughtByAny(masked, words)),
      );
      const candidates = masked.flatMap(({ features, limits }) =>
        features
          .filter(({ mask }) => countBadConversationsCaught(mask, goodMask, limits) > 0)
          .map(({ feature }) => feature),
      );
      const own = p(countBadConversationsCaughtByAny(masked, goodMask));
      return { p: own, possible, features: chooseRulesGreedily(candidates).map((feature) => ({ ...feature, p: own })) };
    },
  };
}

type FeatureGroupMasks<Rule> = {
  features: { feature: RuleFeature<Rule>; mask: OutcomeMask }[];
  /** The distinct outcome masks; the mask that is broken most often comes first. */
  masks: readonly OutcomeMask[];
  limits: FeatureThresholds;
};

function createFeatureGroupMasks<Rule>(
  { features, limits }: FeatureGroup<Rule>,
  size: number,
): FeatureGroupMasks<Rule> {
  const maskedFeatures = features.map((feature) => ({ feature, mask: toOutcomeMask(feature, size) }));
  const masks = new Map(maskedFeatures.map(({ mask }) => [`${mask.holds.join()} ${mask.broken.join()}`, mask]));
  const testableFeatures = [...masks.values()].filter(({ maxCaught }) => maxCaught >= limits.minCaught);
  return { features: maskedFeatures, masks: testableFeatures.toSorted((a, b) => b.maxCaught - a.maxCaught), limits };
}

/** Returns the p-value of a count among equally likely counts, one for each permutation. */
function computePValues(counts: readonly number[]): { p: (count: number) => number; possible: readonly number[] } {
  const computePValue = (minCount: number): number =>
    counts.filter((count) => count >= minCount).length / counts.length;
  return { p: computePValue, possible: [...new Set(counts)].map(computePValue) };
}

/** Returns all other permutations of the labels, or 1,000 random permutations if there are more. */
function permuteLabels(labels: readonly boolean[]): Uint32Array[] {
  if (countArrangements(labels) <= PERMUTATION_COUNT) {
    const actualArrangement = packBits(labels).join();
    return listLabelArrangements(labels.length, labels.filter(Boolean).length)
      .map(packBits)
      .filter((words) => words.join() !== actualArrangement);
  }
  const drawRandom = createRandomNumberGenerator(SEED);
  const shuffled = [...labels];
  return Array.from({ length: PERMUTATION_COUNT }, () => {
    shuffle(shuffled, drawRandom);
    return packBits(shuffled);
  });
}

function listLabelArrangements(length: number, good: number): boolean[][] {
  if (good === 0 || good === length) return [Array.from({ length }, () => good > 0)];
  return [true, false].flatMap((first) =>
    listLabelArrangements(length - 1, first ? good - 1 : good).map((rest) => [first, ...rest]),
  );
}

function findMaxBadConversationsCaught<Rule>({ masks, limits }: FeatureGroupMasks<Rule>, good: Uint32Array): number {
  let maxCaught = 0;
  for (const mask of masks) {
    // The masks are sorted by the number of breaks, so no later mask can be better.
    if (mask.maxCaught <= maxCaught) break;
    maxCaught = Math.max(maxCaught, countBadConversationsCaught(mask, good, limits));
  }
  return maxCaught;
}

/** Returns how many bad conversations break a feature that holds in every good conversation. */
function countBadConversationsCaughtByAny<Rule>(groups: readonly FeatureGroupMasks<Rule>[], good: Uint32Array): number {
  const caughtMask = new Uint32Array(good.length);
  for (const { masks, limits } of groups) {
    for (const mask of masks) {
      if (countBadConversationsCaught(mask, good, limits) === 0) continue;
      for (let index = 0; index < caughtMask.length; index += 1) {
        caughtMask[index] = (caughtMask[index] ?? 0) | ((mask.broken[index] ?? 0) & ~(good[index] ?? 0));
      }
    }
  }
  return caughtMask.reduce((sum, word) => sum + countBits(word), 0);
}

/**
 * Repeatedly chooses the feature that catches the most conversations that are not caught yet, until no feature catches
 * any.
 */
function chooseRulesGreedily<Rule>(features: readonly RuleFeature<Rule>[]): RuleFeature<Rule>[] {
  const chosenRules: RuleFeature<Rule>[] = [];
  const caughtConversations = new Set<number>();
  for (;;) {
    const gains = features.map(({ broken }) => broken.difference(caughtConversations).size);
    const largestGain = Math.max(0, ...gains);
    const next = features[gains.indexOf(largestGain)];
    if (largestGain === 0 || next === undefined) return chosenRules;
    chosenRules.push(next);
    for (const index of next.broken) caughtConversations.add(index);
  }
}

/**
 * False if even a perfect rule could not be distinguished from chance. This depends only on the numbers of good and bad
 * labels.
 */
export function canBeTested(labels: readonly boolean[]): boolean {
  return countArrangements(labels) >= 20;
}

function countArrangements(labels: readonly boolean[]): number {
  const good = labels.filter(Boolean).length;
  let count = 1;
  for (let drawnCount = 0; drawnCount < good; drawnCount += 1) count *= (labels.length - drawnCount) / (drawnCount + 1);
  return Math.round(count);
}

/** Sets of conversations, stored as one bit per conversation, 32 bits per number. */
type OutcomeMask = { holds: Uint32Array; broken: Uint32Array; maxCaught: number };

/** Shuffles items; every order is equally likely. */
export function shuffle<Item>(items: Item[], draw: () => number): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const drawnIndex = Math.min(last, Math.floor(draw() * (last + 1)));
    const [item, other] = [items[drawnIndex], items[last]];
    if (item === undefined || other === undefined) continue;
    items[last] = item;
    items[drawnIndex] = other;
  }
}

/** Returns how many bad conversations the feature catches; 0 if it does not hold in every good conversation. */
function countBadConversationsCaught(
  { holds, broken }: OutcomeMask,
  good: Uint32Array,
  { minGood, minCaught }: FeatureThresholds,
): number {
  let caught = 0;
  let keptMask = 0;
  for (let index = 0; index < good.length; index += 1) {
    const word = good[index] ?? 0;
    if ((word & ~(holds[index] ?? 0)) !== 0) return 0;
    keptMask += countBits(word);
    caught += countBits((broken[index] ?? 0) & ~word);
  }
  return keptMask < minGood || caught < minCaught ? 0 : caught;
}

function toOutcomeMask<Rule>({ holds, broken }: RuleFeature<Rule>, size: number): OutcomeMask {
  const indices = Array.from({ length: size }, (_, index) => index);
  return {
    holds: packBits(indices.map((index) => holds.has(index))),
    broken: packBits(indices.map((index) => broken.has(index))),
    maxCaught: broken.size,
  };
}

function packBits(bits: readonly boolean[]): Uint32Array {
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
