import type { TurnPosterior } from './posterior.ts';

/** The minimum probability of a certain finding. */
export const MIN_CERTAINTY = 0.95;
/**
 * The minimum probability for the finding that no turn is to blame. It is lower than for other findings, because this
 * finding accuses no turn.
 */
const MIN_CERTAINTY_OF_NONE = 0.9;
/** While the probability of two decisive turns is at least this, no single turn is named. */
const MAX_TWO_TURNS_PROBABILITY = 0.2;
/**
 * Stricter limits while the number of rollouts is small. Most bisections end early, and a few more rollouts are cheap
 * then.
 */
const earlyStoppingLimits = { until: 60, sure: 0.98, twoTurnsPossible: 0.06 };

/** The answer of a bisection: which turn lowers the chance of passing. */
export type TurnFinding =
  /**
   * The chance of passing does not depend on where the conversation continues. With `passes`, most rollouts pass, so
   * the failure was chance.
   */
  | { kind: 'none'; passes: boolean }
  | { kind: 'one'; turn: number }
  /** One of two adjacent turns lowers the chance, but it is unknown which. */
  | { kind: 'neighbours'; turns: readonly [number, number] }
  /** More than one turn lowers the chance. */
  | { kind: 'several'; turns: readonly number[] };

/** Returns the finding that is certain after `played` rollouts; undefined if more rollouts are needed. */
export function findCertainFinding(posterior: TurnPosterior, played: number): TurnFinding | undefined {
  const { none, two, dropProbabilities, neighbours, chance } = posterior;
  const isEarly = played < earlyStoppingLimits.until;
  const minCertainty = isEarly ? earlyStoppingLimits.sure : MIN_CERTAINTY;
  if (none >= MIN_CERTAINTY_OF_NONE) return { kind: 'none', passes: (chance[0] ?? 0) >= 0.5 };
  if (two >= 0.5) return two >= MIN_CERTAINTY ? { kind: 'several', turns: listLikelyTurns(posterior) } : undefined;
  if (two >= (isEarly ? earlyStoppingLimits.twoTurnsPossible : MAX_TWO_TURNS_PROBABILITY)) return undefined;
  const likeliestTurn = findIndexOfHighest(dropProbabilities);
  if ((dropProbabilities[likeliestTurn] ?? 0) >= minCertainty) return { kind: 'one', turn: likeliestTurn };
  const likeliestPair = findIndexOfHighest(neighbours);
  if ((neighbours[likeliestPair] ?? 0) >= minCertainty)
    return { kind: 'neighbours', turns: [likeliestPair, likeliestPair + 1] };
  return undefined;
}

/**
 * Returns the turns that most likely lower the chance of passing: as many as have 95% of the probability together, in
 * ascending order.
 */
export function listLikelyTurns({ dropProbabilities }: TurnPosterior): number[] {
  const total = dropProbabilities.reduce((sum, probability) => sum + probability, 0);
  const rankedTurns = [...dropProbabilities.entries()].toSorted(([, left], [, right]) => right - left);
  const turns: number[] = [];
  let coveredProbability = 0;
  for (const [turn, probability] of rankedTurns) {
    if (coveredProbability >= MIN_CERTAINTY * total) break;
    coveredProbability += probability;
    turns.push(turn);
  }
  return turns.toSorted((left, right) => left - right);
}

function findIndexOfHighest(values: readonly number[]): number {
  return values.reduce((best, value, index) => (value > (values[best] ?? 0) ? index : best), 0);
}
