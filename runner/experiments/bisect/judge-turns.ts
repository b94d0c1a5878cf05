import type { TurnPosterior } from './posterior.ts';

/** The probability from which a finding counts as certain. */
export const SURE = 0.95;
/** The required probability for the finding that no turn is to blame; lower, because this finding accuses none. */
const SURE_OF_NONE = 0.9;
/** While the probability of two decisive turns is at least this, no single turn is named. */
const TWO_TURNS_POSSIBLE = 0.2;
/** Stricter limits for the first rollouts: most bisections end early, and a few more rollouts are cheap then. */
const early = { until: 60, sure: 0.98, twoTurnsPossible: 0.06 };

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
  const { none, two, lowers, neighbours, chance } = posterior;
  const isEarly = played < early.until;
  const sure = isEarly ? early.sure : SURE;
  if (none >= SURE_OF_NONE) return { kind: 'none', passes: (chance[0] ?? 0) >= 0.5 };
  if (two >= 0.5) return two >= SURE ? { kind: 'several', turns: listLikelyTurns(posterior) } : undefined;
  if (two >= (isEarly ? early.twoTurnsPossible : TWO_TURNS_POSSIBLE)) return undefined;
  const best = indexOfHighest(lowers);
  if ((lowers[best] ?? 0) >= sure) return { kind: 'one', turn: best };
  const pair = indexOfHighest(neighbours);
  if ((neighbours[pair] ?? 0) >= sure) return { kind: 'neighbours', turns: [pair, pair + 1] };
  return undefined;
}

/** The most likely turns to lower the chance, as many as together have 95% of the probability, in ascending order. */
export function listLikelyTurns({ lowers }: TurnPosterior): number[] {
  const total = lowers.reduce((sum, probability) => sum + probability, 0);
  const ranked = [...lowers.entries()].toSorted(([, left], [, right]) => right - left);
  const turns: number[] = [];
  let held = 0;
  for (const [turn, probability] of ranked) {
    if (held >= SURE * total) break;
    held += probability;
    turns.push(turn);
  }
  return turns.toSorted((left, right) => left - right);
}

function indexOfHighest(values: readonly number[]): number {
  return values.reduce((best, value, index) => (value > (values[best] ?? 0) ? index : best), 0);
}
