/** The number of rollouts with the same number of kept turns, and how many of them passed. */
export type RolloutCount = { passed: number; played: number };

/**
 * The probabilities of the possible explanations of a failure, given the rollouts. A turn is decisive if it lowers the
 * chance of passing. `none`, all of `one`, and `two` sum to 1.
 */
export type TurnPosterior = {
  /** The probability that no turn is decisive. */
  none: number;
  /**
   * For each turn, the probability that it is the only decisive one. Turns count from 1; the last turn is missing,
   * because no rollout keeps it.
   */
  one: readonly number[];
  /** The probability that two turns are decisive. */
  two: number;
  /** For each turn, the probability that it is decisive, alone or with another turn. */
  dropProbabilities: readonly number[];
  /** For each turn, the probability that it or the next turn is decisive. */
  neighbours: readonly number[];
  /** How informative another rollout is expected to be, by the number of turns that it keeps. */
  information: readonly number[];
  /** The expected chance of passing, by the number of kept turns. */
  chance: readonly number[];
};

const priorByDecisiveTurnCount = { none: 0.35, one: 0.59, two: 0.06 };
/** By how much a decisive turn must lower the chance of passing, if one turn is decisive or if two are. */
const minDropByDecisiveTurnCount = { one: 0.5, two: 0.3 };
/**
 * The possible chances of passing. 0 and 1 are not included, because a single unexpected rollout would then exclude an
 * explanation.
 */
const chanceLevels = [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98];
const logPassByLevel = chanceLevels.map(Math.log);
const logFailByLevel = chanceLevels.map((chance) => Math.log(1 - chance));

/**
 * The number of sequences of possible chances in which each decisive turn lowers the chance by at least the minimum.
 */
const sequenceCountByDecisiveTurnCount = {
  one: countPassChanceSequences(minDropByDecisiveTurnCount.one, 1),
  two: countPassChanceSequences(minDropByDecisiveTurnCount.two, 2),
};

function countPassChanceSequences(minDrop: number, dropCount: number): number {
  let counts = chanceLevels.map(() => 1);
  for (let drop = 0; drop < dropCount; drop += 1) {
    counts = chanceLevels.map((_, after) =>
      counts.reduce((sum, n, before) => (isChanceDrop(before, after, minDrop) ? sum + n : sum), 0),
    );
  }
  return counts.reduce((sum, count) => sum + count, 0);
}

function isChanceDrop(levelBefore: number, levelAfter: number, minDrop: number): boolean {
  return (chanceLevels[levelBefore] ?? 0) - (chanceLevels[levelAfter] ?? 0) >= minDrop - Number.EPSILON;
}

/**
 * The evidence for an explanation, averaged over the possible chances of passing. The decisive turns divide the
 * conversation into stretches; `chances` has the mean chance of each stretch, `entropies` its entropy.
 */
type WeighedEvidence = { logWeight: number; chances: readonly number[]; entropies: readonly number[] };
/** An explanation of the failure: the decisive turns, and the evidence for them. */
type TurnExplanation = WeighedEvidence & { turns: readonly number[] };

/**
 * Computes the probabilities of all explanations. `counts[kept]` are the rollouts with that number of kept turns.
 * Counts may be fractions, for rollouts whose result is only expected.
 */
export function computeTurnPosterior(counts: readonly RolloutCount[]): TurnPosterior {
  const explanations = listPossibleExplanations(counts);
  const highest = explanations.reduce((most, { logWeight }) => Math.max(most, logWeight), Number.NEGATIVE_INFINITY);
  const weights = explanations.map(({ logWeight }) => Math.exp(logWeight - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const one = counts.map(() => 0);
  const dropProbabilities = counts.map(() => 0);
  const bothNeighbours = counts.map(() => 0);
  const meanChances = createRangeAdder(counts.length);
  const meanEntropies = createRangeAdder(counts.length);
  let none = 0;
  let two = 0;
  for (const [index, { turns, chances, entropies: entropiesOfStretches }] of explanations.entries()) {
    const probability = (weights[index] ?? 0) / total;
    const [first, second] = turns;
    if (first === undefined) none = probability;
    else if (second === undefined) one[first] = probability;
    else two += probability;
    if (first !== undefined && second === first + 1) bothNeighbours[first] = probability;
    for (const turn of turns) dropProbabilities[turn] = (dropProbabilities[turn] ?? 0) + probability;
    for (const [stretch, chance] of chances.entries()) {
      const from = turns[stretch - 1] ?? 0;
      const to = turns[stretch] ?? counts.length;
      meanChances.add(from, to, probability * chance);
      meanEntropies.add(from, to, probability * (entropiesOfStretches[stretch] ?? 0));
    }
  }
  const neighbours = dropProbabilities.map((share, turn) =>
    turn === 0 || turn === counts.length - 1
      ? 0
      : share + (dropProbabilities[turn + 1] ?? 0) - (bothNeighbours[turn] ?? 0),
  );
  const chance = meanChances.values();
  const remainingEntropy = meanEntropies.values();
  const information = chance.map((mean, keptTurns) =>
    Math.max(0, computeEntropy(mean) - (remainingEntropy[keptTurns] ?? 0)),
  );
  return { none, one, two, dropProbabilities, neighbours, information, chance };
}

function listPossibleExplanations(counts: readonly RolloutCount[]): TurnExplanation[] {
  const lastTurn = counts.length - 1;
  const { none, one, two } = createExplanationWeigher(counts);
  const result: TurnExplanation[] = [
    createExplanation([], none, Math.log(priorByDecisiveTurnCount.none / chanceLevels.length)),
  ];
  if (lastTurn < 1) return result;
  const logPriorOfOne = Math.log(priorByDecisiveTurnCount.one / lastTurn / sequenceCountByDecisiveTurnCount.one);
  const logPriorOfTwo = Math.log(
    priorByDecisiveTurnCount.two / ((lastTurn * (lastTurn - 1)) / 2) / sequenceCountByDecisiveTurnCount.two,
  );
  for (let first = 1; first <= lastTurn; first += 1) {
    result.push(createExplanation([first], one(first), logPriorOfOne));
    for (let second = first + 1; second <= lastTurn; second += 1) {
      result.push(createExplanation([first, second], two(first, second), logPriorOfTwo));
    }
  }
  return result;
}

function createExplanation(
  turns: readonly number[],
  { logWeight, chances, entropies }: WeighedEvidence,
  logPrior: number,
): TurnExplanation {
  return { turns, chances, entropies, logWeight: logWeight + logPrior };
}

/**
 * Creates a function that computes the evidence for decisive turns, averaged over the possible chances of passing in
 * each stretch. Sums before and after a turn are computed only once. Turns between which no rollout begins have the
 * same evidence.
 */
function createExplanationWeigher(counts: readonly RolloutCount[]) {
  const end = counts.length;
  const evidence = sumEvidence(counts);
  const equivalentEnds = findFirstEquivalentEnds(counts);
  const computeEvidenceBetween = (from: number, to: number): number[] =>
    chanceLevels.map((_, level) => (evidence[to]?.[level] ?? 0) - (evidence[from]?.[level] ?? 0));
  const computeEvidenceBefore = (turn: number, minDrop: number): NeighbourEvidence =>
    sumNeighbourEvidence(computeEvidenceBetween(0, turn), (own, other) => isChanceDrop(own, other, minDrop));
  const evidenceBefore = memoize((turn) => computeEvidenceBefore(turn, minDropByDecisiveTurnCount.two));
  const evidenceAfter = memoize((turn) =>
    sumNeighbourEvidence(computeEvidenceBetween(turn, end), (own, other) =>
      isChanceDrop(other, own, minDropByDecisiveTurnCount.two),
    ),
  );
  const one = memoize((turn) =>
    averageEvidenceOverChances(computeEvidenceBetween(turn, end), [
      computeEvidenceBefore(turn, minDropByDecisiveTurnCount.one),
      'level',
    ]),
  );
  const two = memoize((index) => {
    const [first, second] = [Math.floor(index / end), index % end];
    return averageEvidenceOverChances(computeEvidenceBetween(first, second), [
      evidenceBefore(first),
      'level',
      evidenceAfter(second),
    ]);
  });
  return {
    none: averageEvidenceOverChances(computeEvidenceBetween(0, end), ['level']),
    one: (turn: number) => one(equivalentEnds[turn] ?? 0),
    two: (first: number, second: number) => two((equivalentEnds[first] ?? 0) * end + (equivalentEnds[second] ?? 0)),
  };
}

function memoize<Value>(compute: (key: number) => Value): (key: number) => Value {
  const cachedValues: (Value | undefined)[] = [];
  return (key) => (cachedValues[key] ??= compute(key));
}

/**
 * Returns, for each possible end of a stretch, the first end with the same evidence, because no rollout begins between
 * the two.
 */
function findFirstEquivalentEnds(counts: readonly RolloutCount[]): number[] {
  const ends = [0];
  for (const [keptTurns, { played }] of counts.entries())
    ends.push(played === 0 ? (ends[keptTurns] ?? 0) : keptTurns + 1);
  return ends;
}

/**
 * Returns the log likelihood of all rollouts that begin before a possible end of a stretch, for each end and each
 * chance of passing.
 */
function sumEvidence(counts: readonly RolloutCount[]): number[][] {
  const sums = [chanceLevels.map(() => 0)];
  for (const [keptTurns, { passed, played }] of counts.entries()) {
    const failed = played - passed;
    const evidenceOfTurn = chanceLevels.map(
      (_, level) => passed * (logPassByLevel[level] ?? 0) + failed * (logFailByLevel[level] ?? 0),
    );
    sums.push(evidenceOfTurn.map((log, level) => log + (sums[keptTurns]?.[level] ?? 0)));
  }
  return sums;
}

/**
 * The evidence of a neighbouring stretch for each chance of passing in the current stretch, and the mean chance of the
 * neighbouring one.
 */
type NeighbourEvidence = { logs: number[]; means: number[] };

function sumNeighbourEvidence(
  stretch: readonly number[],
  isAllowed: (level: number, other: number) => boolean,
): NeighbourEvidence {
  const logs: number[] = [];
  const means: number[] = [];
  for (const other of chanceLevels.keys()) {
    const {
      log,
      means: [mean = 0],
    } = sumLogs(
      stretch.map((log, level) => (isAllowed(level, other) ? log : LOG_OF_ZERO)),
      [chanceLevels],
    );
    logs.push(log);
    means.push(mean);
  }
  return { logs, means };
}

function averageEvidenceOverChances(
  stretch: readonly number[],
  stretches: readonly (NeighbourEvidence | 'level')[],
): WeighedEvidence {
  const logs = stretch.map((log, level) =>
    stretches.reduce((sum, side) => (side === 'level' ? sum : sum + (side.logs[level] ?? LOG_OF_ZERO)), log),
  );
  const { log, means } = sumLogs(
    logs,
    stretches.map((side) => (side === 'level' ? chanceLevels : side.means)),
  );
  return { logWeight: log, chances: means, entropies: means.map(computeEntropy) };
}

const LOG_OF_ZERO = Number.NEGATIVE_INFINITY;

/** Returns the logarithm of a sum of exponentials, and the means of values weighted by these exponentials. */
function sumLogs(logs: readonly number[], values: readonly (readonly number[])[]): { log: number; means: number[] } {
  const highest = logs.reduce((most, log) => Math.max(most, log), LOG_OF_ZERO);
  const sums = values.map(() => 0);
  if (highest === LOG_OF_ZERO) return { log: LOG_OF_ZERO, means: sums };
  let total = 0;
  for (const [level, log] of logs.entries()) {
    if (log === LOG_OF_ZERO) continue;
    const weight = Math.exp(log - highest);
    total += weight;
    for (const [index, each] of values.entries()) sums[index] = (sums[index] ?? 0) + weight * (each[level] ?? 0);
  }
  return { log: highest + Math.log(total), means: sums.map((sum) => sum / total) };
}

/** Adds values to ranges of turns, in a time that does not depend on the length of the range. */
function createRangeAdder(length: number) {
  const steps = Array.from({ length: length + 1 }, () => 0);
  return {
    add(from: number, to: number, value: number): void {
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

/** Returns the entropy of a probability in bits. */
function computeEntropy(chance: number): number {
  if (chance <= 0 || chance >= 1) return 0;
  return -chance * Math.log2(chance) - (1 - chance) * Math.log2(1 - chance);
}
