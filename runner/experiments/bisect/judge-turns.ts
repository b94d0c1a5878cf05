import type { TurnPosterior } from './posterior.ts';

/** How sure a finding must be. */
export const SURE = 0.95;
/** For a finding that names no turn, because it accuses none. */
const SURE_OF_NONE = 0.9;
/** As long as two turns are this likely, no single one is named. */
const TWO_TURNS_POSSIBLE = 0.2;
/** An early finding must be surer: more rollouts are cheap then, and many bisections end early. */
const early = { until: 60, sure: 0.98, twoTurnsPossible: 0.06 };

/** The decided question of a bisection: which turn lowers the chance of passing. */
export type TurnFinding =
  /** The same chance wherever the conversation continues. `passes`: it mostly passes, so the failure was chance. */
  | { kind: 'none'; passes: boolean }
  | { kind: 'one'; turn: number }
  /** One of two neighbours. */
  | { kind: 'neighbours'; turns: readonly [number, number] }
  /** More than one turn lowers the chance. */
  | { kind: 'several'; turns: readonly number[] };

/** Returns what is sure after `played` rollouts; undefined if more are needed. */
export function findCertainFinding(posterior: TurnPosterior, played: number): TurnFinding | undefined {
  const { none, two, lowers, neighbours, chance } = posterior;
  const isEarly = played < early.until;
  const sure = isEarly ? early.sure : SURE;
  if (none >= SURE_OF_NONE) return { kind: 'none', passes: (chance[0] ?? 0) >= 0.5 };
  if (two >= 0.5) return two >= SURE ? { kind: 'several', turns: likelyTurns(posterior) } : undefined;
  if (two >= (isEarly ? early.twoTurnsPossible : TWO_TURNS_POSSIBLE)) return undefined;
  const best = indexOfHighest(lowers);
  if ((lowers[best] ?? 0) >= sure) return { kind: 'one', turn: best };
  const pair = indexOfHighest(neighbours);
  if ((neighbours[pair] ?? 0) >= sure) return { kind: 'neighbours', turns: [pair, pair + 1] };
  return undefined;
}

/** The turns that may lower the chance, most likely first until they hold 95%, in order. */
export function likelyTurns({ lowers }: TurnPosterior): number[] {
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
