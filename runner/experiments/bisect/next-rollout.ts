import type { Rollout } from '../../contract/index.ts';
import { findCertainFinding, type TurnFinding } from './find-decisive-turns.ts';
import { computeTurnPosterior, type RolloutCount, type TurnPosterior } from './posterior.ts';
import { countRollouts, type FinishedRollout } from './rollouts.ts';

/**
 * How many rollouts are played from the beginning and from the end of the conversation before anything is concluded.
 */
const ROLLOUTS_AT_EACH_END = 6;
/** How many rollouts play only the turn of the finding. */
const MAX_SINGLE_TURN_ROLLOUTS = 8;
/**
 * After this many rollouts, two adjacent turns are reported together instead of playing more rollouts to find out which
 * of them is decisive.
 */
const MIN_ROLLOUTS_FOR_NEIGHBOURS = 48;

export type BisectionProgress = {
  /** The number of turns in the conversation. */
  turns: number;
  played: readonly FinishedRollout[];
  /** The rollouts in progress. */
  running: readonly Rollout[];
  /** How many more rollouts may start. */
  remaining: number;
  /** True if the user's messages are generated, so that a message can be generated again. */
  hasDrawnUser: boolean;
};

export type NextRollout = { type: 'rollout'; rollout: Rollout } | { type: 'wait' } | { type: 'done' };

/**
 * Chooses the next rollout: first those from the beginning and the end of the conversation, then those with the most
 * informative number of kept turns, at last those that play only the turn of the finding.
 */
export function decideNextRollout(bisection: BisectionProgress): NextRollout {
  const { turns, played, running, remaining } = bisection;
  const pause: NextRollout = running.length > 0 ? { type: 'wait' } : { type: 'done' };
  if (remaining <= 0) return pause;
  const counts = countRollouts(played, turns);
  const pending = countPendingRollouts(running, turns);
  const end = findUndersampledConversationEnd(counts, pending);
  if (end !== undefined) return { type: 'rollout', rollout: { kept: end } };
  const posterior = computeTurnPosterior(counts);
  const finding = findConclusion(posterior, counts);
  const rollout =
    finding === undefined
      ? { kept: chooseMostInformativeRollout({ counts, pending, posterior }) }
      : planRolloutAtTurn(chooseTurnToSample(finding, { turns, posterior }), bisection);
  return rollout === undefined ? pause : { type: 'rollout', rollout };
}

/** Returns the finding if it needs no further rollouts. */
function findConclusion(posterior: TurnPosterior, counts: readonly RolloutCount[]): TurnFinding | undefined {
  const total = counts.reduce((sum, { played }) => sum + played, 0);
  const finding = findCertainFinding(posterior, total);
  return finding?.kind === 'neighbours' && total < MIN_ROLLOUTS_FOR_NEIGHBOURS ? undefined : finding;
}

/**
 * Returns the end of the conversation, its first or last turn, that has fewer rollouts; undefined if both have enough.
 */
function findUndersampledConversationEnd(
  counts: readonly RolloutCount[],
  pending: readonly number[],
): number | undefined {
  const lastTurn = counts.length - 1;
  const countBegunRollouts = (keptTurns: number): number =>
    (counts[keptTurns]?.played ?? 0) + (pending[keptTurns] ?? 0);
  const requiredCount = lastTurn === 0 ? 2 * ROLLOUTS_AT_EACH_END : ROLLOUTS_AT_EACH_END;
  const end = countBegunRollouts(0) <= countBegunRollouts(lastTurn) ? 0 : lastTurn;
  return countBegunRollouts(end) < requiredCount ? end : undefined;
}

function countPendingRollouts(running: readonly Rollout[], turns: number): number[] {
  return Array.from(
    { length: turns },
    (_, keptTurns) =>
      running.filter((rollout) => rollout.kept === keptTurns && isWholeConversationRollout(rollout)).length,
  );
}

function isWholeConversationRollout({ alone, newMessage }: Rollout): boolean {
  return alone !== true && newMessage !== true;
}

type RolloutEvidence = { counts: readonly RolloutCount[]; pending: readonly number[]; posterior: TurnPosterior };

/** Returns the most informative number of kept turns. Rollouts in progress are counted with their expected result. */
function chooseMostInformativeRollout({ counts, pending, posterior: before }: RolloutEvidence): number {
  let posterior = before;
  let expected = counts;
  for (const [keptTurns, running] of pending.entries()) {
    if (running === 0) continue;
    const chance = posterior.chance[keptTurns] ?? 0;
    expected = expected.map((count, index) =>
      index === keptTurns ? { passed: count.passed + running * chance, played: count.played + running } : count,
    );
    posterior = computeTurnPosterior(expected);
  }
  const { information } = posterior;
  return information.reduce((best, bits, keptTurns) => (bits > (information[best] ?? 0) ? keptTurns : best), 0);
}

/** Returns the turn to play on its own; undefined if the finding names several turns or none. */
export function chooseTurnToSample(
  finding: TurnFinding,
  { turns, posterior: { one } }: { turns: number; posterior: TurnPosterior },
): number | undefined {
  switch (finding.kind) {
    case 'one':
      return finding.turn;
    case 'neighbours': {
      const [first, second] = finding.turns;
      return (one[second] ?? 0) > (one[first] ?? 0) ? second : first;
    }
    case 'none':
      return finding.passes ? turns : undefined;
    case 'several':
      return undefined;
    default:
      return finding satisfies never;
  }
}

function planRolloutAtTurn(
  turn: number | undefined,
  { played, running, hasDrawnUser }: BisectionProgress,
): Rollout | undefined {
  if (turn === undefined) return undefined;
  const keptTurns = turn - 1;
  const begunRollouts = [...played, ...running].filter((rollout) => rollout.kept === keptTurns);
  if (begunRollouts.filter(({ alone }) => alone === true).length < MAX_SINGLE_TURN_ROLLOUTS)
    return { kept: keptTurns, alone: true };
  const isDrawable = hasDrawnUser && keptTurns > 0 && begunRollouts.every(({ newMessage }) => newMessage !== true);
  return isDrawable ? { kept: keptTurns, newMessage: true } : undefined;
}
