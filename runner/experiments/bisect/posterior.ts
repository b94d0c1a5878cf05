/** The rollouts that keep the same number of turns. */
export type RolloutCount = { passed: number; played: number };

/** What the rollouts say about the turns of a conversation. The probabilities of all explanations sum to 1. */
export type Posterior = {
  /** The chance of passing is the same wherever the conversation is continued. */
  none: number;
  /** That one turn alone lowers it, by turn. Turn 0 does not exist; the last turn is never continued. */
  one: readonly number[];
  /** The probability that two turns lower the chance of passing. */
  two: number;
  /** That a turn lowers it, alone or with another, by turn. */
  lowers: readonly number[];
  /** That a turn or the one after it lowers it, by the earlier one. */
  neighbours: readonly number[];
  /** The expected information of one more rollout, by the number of turns that it keeps. */
  information: readonly number[];
  /** The expected chance of passing, by the number of turns that are kept. */
  chance: readonly number[];
};

const priors = { none: 0.35, one: 0.59, two: 0.06 };
/** The smallest drop that counts as one, alone and beside another. */
const smallestDrop = { one: 0.5, two: 0.3 };
/** Chances of passing. Neither 0 nor 1, because a single surprise must not exclude an explanation. */
const levels = [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98];
const logPass = levels.map(Math.log);
const logFail = levels.map((chance) => Math.log(1 - chance));

const flat = levels.map((_, level) => [level]);
const drops = dropsFrom(flat, smallestDrop.one);
const doubleDrops = dropsFrom(dropsFrom(flat, smallestDrop.two), smallestDrop.two);

/** Adds a lower chance to each series of chances, in every possible way. */
function dropsFrom(series: readonly number[][], least: number): number[][] {
  return series.flatMap((chances) =>
    levels.flatMap((chance, level) => {
      const before = levels[chances.at(-1) ?? 0] ?? 0;
      return before - chance >= least - Number.EPSILON ? [[...chances, level]] : [];
    }),
  );
}

/** An explanation: the turns that lower the chance, its evidence, and its chance of passing in each stretch. */
type Explanation = { turns: readonly number[]; logWeight: number; chances: readonly number[] };

/**
 * Weighs all explanations of the rollouts: no turn lowers the chance of passing, or one, or two do. `counts` has one
 * entry for each number of kept turns, from 0. Fractions are allowed, for rollouts whose result is only expected.
 */
export function weighTurns(counts: readonly RolloutCount[]): Posterior {
  const explanations = explain(counts);
  const highest = Math.max(...explanations.map(({ logWeight }) => logWeight));
  const weights = explanations.map(({ logWeight }) => Math.exp(logWeight - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const one = counts.map(() => 0);
  const lowers = counts.map(() => 0);
  const neighbours = counts.map(() => 0);
  const means = createStretches(counts.length);
  const entropies = createStretches(counts.length);
  let none = 0;
  let two = 0;
  for (const [index, { turns, chances }] of explanations.entries()) {
    const probability = (weights[index] ?? 0) / total;
    const [first] = turns;
    if (first === undefined) none = probability;
    else if (turns.length === 1) one[first] = probability;
    else two += probability;
    for (const turn of turns) lowers[turn] = (lowers[turn] ?? 0) + probability;
    for (const turn of new Set(turns.flatMap((each) => [each - 1, each]))) {
      if (turn > 0 && turn < counts.length - 1) neighbours[turn] = (neighbours[turn] ?? 0) + probability;
    }
    for (const [stretch, chance] of chances.entries()) {
      const range = [turns[stretch - 1] ?? 0, turns[stretch] ?? counts.length] as const;
      means.add(range, probability * chance);
      entropies.add(range, probability * entropy(chance));
    }
  }
  const chance = means.values();
  const remaining = entropies.values();
  const information = chance.map((mean, kept) => Math.max(0, entropy(mean) - (remaining[kept] ?? 0)));
  return { none, one, two, lowers, neighbours, information, chance };
}

function explain(counts: readonly RolloutCount[]): Explanation[] {
  const last = counts.length - 1;
  const between = sumBetween(counts);
  const weigh = createWeigher(between);
  const all = [{ turns: [], ...weigh([0, counts.length], flat) }];
  const result: Explanation[] = all.map((one) => ({ ...one, logWeight: one.logWeight + Math.log(priors.none) }));
  if (last < 1) return result;
  const logOne = Math.log(priors.one / last);
  const pairs = (last * (last - 1)) / 2;
  for (let first = 1; first <= last; first += 1) {
    const alone = weigh([0, first, counts.length], drops);
    result.push({ turns: [first], chances: alone.chances, logWeight: alone.logWeight + logOne });
    for (let second = first + 1; second <= last; second += 1) {
      const both = weigh([0, first, second, counts.length], doubleDrops);
      const logWeight = both.logWeight + Math.log(priors.two / pairs);
      result.push({ turns: [first, second], chances: both.chances, logWeight });
    }
  }
  return result;
}

type Weighed = Pick<Explanation, 'logWeight' | 'chances'>;

/**
 * Averages over the chances of passing. Turns between which no rollout begins have the same evidence, so it is
 * computed once for all of them.
 */
function createWeigher(between: (from: number, to: number) => RolloutCount) {
  const known = new Map<string, Weighed>();
  return (ends: readonly number[], grid: readonly (readonly number[])[]): Weighed => {
    const stretches = ends.slice(1).map((end, index) => between(ends[index] ?? 0, end));
    const key = stretches.map(({ passed, played }) => `${passed}/${played}`).join(' ');
    const existing = known.get(key);
    if (existing !== undefined) return existing;
    const weighed = averageOver(grid, stretches);
    known.set(key, weighed);
    return weighed;
  };
}

function averageOver(grid: readonly (readonly number[])[], stretches: readonly RolloutCount[]): Weighed {
  const byLevel = stretches.map(({ passed, played }) =>
    levels.map((_, level) => passed * (logPass[level] ?? 0) + (played - passed) * (logFail[level] ?? 0)),
  );
  const logs = grid.map((point) => point.reduce((sum, level, stretch) => sum + (byLevel[stretch]?.[level] ?? 0), 0));
  const highest = Math.max(...logs);
  const sums = stretches.map(() => 0);
  let total = 0;
  for (const [index, point] of grid.entries()) {
    const weight = Math.exp((logs[index] ?? 0) - highest);
    total += weight;
    for (const [stretch, level] of point.entries())
      sums[stretch] = (sums[stretch] ?? 0) + weight * (levels[level] ?? 0);
  }
  return { logWeight: highest + Math.log(total / grid.length), chances: sums.map((sum) => sum / total) };
}

function sumBetween(counts: readonly RolloutCount[]): (from: number, to: number) => RolloutCount {
  const sums: RolloutCount[] = [{ passed: 0, played: 0 }];
  for (const { passed, played } of counts) {
    const before = sums.at(-1) ?? { passed: 0, played: 0 };
    sums.push({ passed: before.passed + passed, played: before.played + played });
  }
  return (from, to) => ({
    passed: (sums[to]?.passed ?? 0) - (sums[from]?.passed ?? 0),
    played: (sums[to]?.played ?? 0) - (sums[from]?.played ?? 0),
  });
}

/** Sums over stretches of turns, in time that does not depend on their length. */
function createStretches(length: number) {
  const steps = Array.from({ length: length + 1 }, () => 0);
  return {
    add([from, to]: readonly [number, number], value: number): void {
      steps[from] = (steps[from] ?? 0) + value;
      steps[to] = (steps[to] ?? 0) - value;
    },
    values(): number[] {
      let sum = 0;
      return steps.slice(0, length).map((step) => {
        sum += step;
        return sum;
      });
    },
  };
}

/** In bits. */
function entropy(chance: number): number {
  if (chance <= 0 || chance >= 1) return 0;
  return -chance * Math.log2(chance) - (1 - chance) * Math.log2(1 - chance);
}
