import type { TurnPosterior } from './posterior.ts';

/** A finding is certain if it has at least this probability. */
export const MIN_CERTAINTY = 0.95;
/** The finding that no turn is decisive is certain if it has at least this probability. An error here does less harm. */
const MIN_CERTAINTY_OF_NONE = 0.9;
/** A single turn is named only if the probability of two decisive turns is below this. */
const MAX_TWO_TURNS_PROBABILITY = 0.2;
/**
 * Stricter limits that apply until this number of rollouts, because most bisections end early, when further rollouts
 * are cheap.
 */
const earlyStoppingLimits = { until: 60, sure: 0.98, twoTurnsPossible: 0.06 };

/** The result of a bisection: the turns that lower the chance of passing. */
export type TurnFinding =
  /** No turn is decisive. If `passes` is true, most rollouts pass, so the failure was chance. */
  | { kind: 'none'; passes: boolean }
  | { kind: 'one'; turn: number }
  /** One of two adjacent turns is decisive, but it is unknown which. */
  | { kind: 'neighbours'; turns: readonly [number, number] }
  /** Several turns are decisive. */
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

/** Returns the most likely decisive turns in ascending order: as many as together have a probability of 95%. */
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
