import { createRandomNumberGenerator } from '../../verdict/index.ts';

const PERMUTATION_COUNT = 1000;
const SEED = 1;

/**
 * The result of a possible rule for each conversation of its case, by index: it holds, is broken, or does not apply.
 * Labels are not used.
 */
export type RuleFeature<Rule> = { rule: Rule; holds: ReadonlySet<number>; broken: ReadonlySet<number> };

export type TestedFeature<Rule> = RuleFeature<Rule> & {
  /**
   * The p-value: how often the best rule of the family would catch as many bad conversations if the labels were
   * shuffled at random.
   */
  p: number;
};

/** The minimum number of good conversations in which a rule must hold, and of bad conversations that must break it. */
export type FeatureThresholds = { minGood: number; minCaught: number };

/** Tests possible rules (features) on conversations that are labelled as good or bad, by permuting the labels. */
export type PermutationTest = {
  /**
   * Returns the features that hold in all good conversations and are broken in bad ones. Each is compared with the best
   * feature of every permutation, which corrects for choosing the best of many: P. Westfall and S. Young,
   * "Resampling-Based Multiple Testing" (1993).
   */
  testEach<Rule>(group: FeatureGroup<Rule>): FeatureTestResult<Rule>;
  /**
   * Returns the smallest set of features that catches every bad conversation that any feature catches. Kinds of
   * mistakes that are too rare to be significant alone may be significant together, because permuted labels can seldom
   * explain as many bad conversations.
   */
  testTogether<Rule>(groups: readonly FeatureGroup<Rule>[]): FeatureTestResult<Rule>;
};

/** `p` is the smallest p-value of the features; `possible` contains the p-values of all permutations. */
export type FeatureTestResult<Rule> = { p: number; possible: readonly number[]; features: TestedFeature<Rule>[] };

export type FeatureGroup<Rule> = { features: readonly RuleFeature<Rule>[]; limits: FeatureThresholds };

/**
 * Creates a permutation test. It compares the statistic of the actual labels with that of all permutations, or of 1,000
 * random ones if there are more.
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
  /** The distinct outcomes, those that are broken most often first. */
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

/** Returns a function that computes the p-value of a count, from the counts of all permutations. */
function computePValues(counts: readonly number[]): { p: (count: number) => number; possible: readonly number[] } {
  const computePValue = (minCount: number): number =>
    counts.filter((count) => count >= minCount).length / counts.length;
  return { p: computePValue, possible: [...new Set(counts)].map(computePValue) };
}

/** Returns all other permutations of the labels, or 1,000 random ones if there are more. */
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
    // Stops here, because masks are sorted by the number of breaks, so no later one can be better.
    if (mask.maxCaught <= maxCaught) break;
    maxCaught = Math.max(maxCaught, countBadConversationsCaught(mask, good, limits));
  }
  return maxCaught;
}

/** Returns how many bad conversations break a feature that holds in all good conversations. */
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
 * Repeatedly selects the feature that catches the most conversations that no selected feature catches, as long as there
 * is one.
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
 * Returns false if even a perfect rule would not be significant. This depends only on the numbers of good and bad
 * conversations.
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

/** A set of conversations with one bit for each conversation, 32 bits per number. */
type OutcomeMask = { holds: Uint32Array; broken: Uint32Array; maxCaught: number };

/** Shuffles items such that every order is equally likely. */
export function shuffle<Item>(items: Item[], draw: () => number): void {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const drawnIndex = Math.min(last, Math.floor(draw() * (last + 1)));
    const [item, other] = [items[drawnIndex], items[last]];
    if (item === undefined || other === undefined) continue;
    items[last] = item;
    items[drawnIndex] = other;
  }
}

/** Returns how many bad conversations a feature catches; 0 if it does not hold in all good conversations. */
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
