import type { Turn } from '../../contract/index.ts';
import { formatCountWithNoun, formatPercent } from '../../values/index.ts';
import { computeWilsonInterval, type Interval } from '../../verdict/index.ts';
import { findDistinguishingAction, type RepeatedAction } from './distinguishing-action.ts';
import { findCertainFinding, listLikelyTurns, MIN_CERTAINTY, type TurnFinding } from './find-decisive-turns.ts';
import { chooseTurnToSample } from './next-rollout.ts';
import { computeTurnPosterior, type RolloutCount, type TurnPosterior } from './posterior.ts';
import { countRollouts, type FinishedRollout } from './rollouts.ts';

/** The result of a bisection. */
export type BisectReport = {
  /** The finding; undefined if no finding is certain enough. */
  finding: TurnFinding | undefined;
  /**
   * The turns that may be decisive: those of the finding; the last turn if all others are excluded; otherwise the most
   * likely ones.
   */
  turns: number[];
  /** The findings in words, one sentence each. */
  sentences: string[];
  /**
   * The pass rate of the rollouts for each number of kept turns. The interval is missing if there are no rollouts with
   * that number.
   */
  chances: (RolloutCount & { kept: number; interval?: Interval })[];
  /**
   * For each turn, the probability that it is decisive: that it lowers the chance of passing. `none` is the probability
   * that no turn is.
   */
  probabilities: { none: number; byTurn: { turn: number; probability: number }[] };
  deed: (RepeatedAction & { turn: number }) | undefined;
};

export type BisectRollouts = {
  recorded: readonly Turn[];
  rollouts: readonly FinishedRollout[];
};

export function buildBisectReport({ recorded: recordedTurns, rollouts }: BisectRollouts): BisectReport {
  const lastTurn = recordedTurns.length;
  const counts = countRollouts(rollouts, lastTurn);
  const posterior = computeTurnPosterior(counts);
  const isEmpty = counts.every(({ played }) => played === 0);
  const finding = isEmpty ? undefined : findCertainFinding(posterior, sumCounts(counts).played);
  const turn = finding && chooseTurnToSample(finding, { turns: lastTurn, posterior });
  const agentAction = turn === undefined ? undefined : findDistinguishingAction({ turn, recordedTurns, rollouts });
  const context: BisectReportContext = { counts, posterior, finding, turn, deed: agentAction, lastTurn, rollouts };
  return {
    finding,
    turns: listTurnsOfFinding(context, isEmpty),
    sentences: isEmpty ? [NO_ROLLOUTS_TEXT] : describeFinding(context),
    chances: counts.map((count, keptTurns) => {
      return {
        kept: keptTurns,
        ...count,
        ...(count.played === 0 ? {} : { interval: computeWilsonInterval(count.passed, count.played) }),
      };
    }),
    probabilities: {
      none: posterior.none,
      byTurn: posterior.dropProbabilities.flatMap((probability, index) =>
        index === 0 ? [] : [{ turn: index, probability }],
      ),
    },
    deed: agentAction === undefined || turn === undefined ? undefined : { ...agentAction, turn },
  };
}

/**
 * Returns the first sentence of the report, which is based on the results of the rollouts and not on the agent's
 * actions.
 */
export function summarizeBisection(rollouts: readonly FinishedRollout[], turns: number): string {
  const counts = countRollouts(rollouts, turns);
  if (counts.every(({ played }) => played === 0)) return NO_ROLLOUTS_TEXT;
  const posterior = computeTurnPosterior(counts);
  const finding = findCertainFinding(posterior, sumCounts(counts).played);
  const turn = finding && chooseTurnToSample(finding, { turns, posterior });
  const [first = ''] = describeFinding({
    counts,
    posterior,
    finding,
    turn,
    deed: undefined,
    lastTurn: turns,
    rollouts: [],
  });
  return first;
}

const NO_ROLLOUTS_TEXT = 'No rollout has been played, so there is no result.';

type BisectReportContext = {
  counts: readonly RolloutCount[];
  posterior: TurnPosterior;
  finding: TurnFinding | undefined;
  turn: number | undefined;
  deed: RepeatedAction | undefined;
  lastTurn: number;
  rollouts: readonly FinishedRollout[];
};

function listTurnsOfFinding({ finding, posterior, turn, deed }: BisectReportContext, isEmpty: boolean): number[] {
  if (isEmpty) return [];
  if (finding === undefined) return listLikelyTurns(posterior);
  switch (finding.kind) {
    case 'one':
      return [finding.turn];
    case 'neighbours':
    case 'several':
      return [...finding.turns];
    case 'none':
      return turn === undefined || deed === undefined ? [] : [turn];
    default:
      return finding satisfies never;
  }
}

function describeFinding(context: BisectReportContext): string[] {
  const { finding, counts } = context;
  if (finding === undefined) return describeUncertainty(context);
  switch (finding.kind) {
    case 'none':
      return describeNoDecisiveTurn(context, finding.passes);
    case 'one':
      return [
        `${describeDrop(counts, finding.turn, finding.turn)}.`,
        ...describeTurn(context),
        ...describeSecondTurn(context),
      ];
    case 'neighbours': {
      const [first, second] = finding.turns;
      const drop = describeDrop(counts, first, second);
      return [
        `${drop}. The turn that decided is turn ${first} or turn ${second}.`,
        ...describeTurn(context),
        ...describeSecondTurn(context),
      ];
    }
    case 'several':
      return [describeSeveralDecisiveTurns(counts, finding.turns)];
    default:
      return finding satisfies never;
  }
}

/** The report also mentions a second decisive turn if the probability that there are two is at least this high. */
const MIN_MENTIONED_PROBABILITY = 0.05;

function describeSecondTurn({ posterior: { two } }: BisectReportContext): string[] {
  return two < MIN_MENTIONED_PROBABILITY ? [] : [`A second turn may lower the chance, too (${formatPercent(two)}).`];
}

/**
 * Describes the pass rates on both sides of the decisive turn, such as `From turn 4 on 2 of 19 pass, before it 17 of
 * 20`.
 */
function describeDrop(counts: readonly RolloutCount[], first: number, second: number): string {
  const sharesAfter = formatPassedShare(sumCounts(counts.slice(second)));
  const sharesBefore = formatPassedShare(sumCounts(counts.slice(0, first)));
  return `From turn ${second} on ${sharesAfter} pass, before ${first === second ? 'it' : `turn ${first}`} ${sharesBefore}`;
}

function describeNoDecisiveTurn({ counts, turn, deed, lastTurn }: BisectReportContext, passes: boolean): string[] {
  const total = formatPassedShare(sumCounts(counts));
  if (!passes)
    return [
      `The case fails from the start (${total} pass). Look at the case, the agent as a whole, or its environment.`,
    ];
  const chance = `The case passes when it is played again (${total}), so it failed by chance.`;
  if (turn === undefined || deed === undefined) {
    return [
      `${chance} No turn before the last decided it. Turn ${lastTurn} may have decided it, but its calls were the same as in passing runs.`,
    ];
  }
  const played = `when the turn is played again, it does so in ${deed.same} of ${deed.played}`;
  return [chance, `The only candidate is turn ${turn}: the agent ${deed.words}; ${played}.`];
}

function describeTurn({ turn, deed, rollouts }: BisectReportContext): string[] {
  if (turn === undefined) return [];
  const newMessageRollout = rollouts.find(({ kept, newMessage }) => newMessage === true && kept === turn - 1);
  const outcome = newMessageRollout?.passed === true ? 'passed' : 'failed';
  const drawn = newMessageRollout && `One rollout also had a new user message in turn ${turn}: it ${outcome}.`;
  return [...describeAgentAction(turn, deed), ...(drawn === undefined ? [] : [drawn])];
}

function describeAgentAction(turn: number, agentAction: RepeatedAction | undefined): string[] {
  if (agentAction === undefined)
    return [`Turn ${turn} has the same calls as in rollouts that pass; it differs in its text.`];
  const { words, same, played } = agentAction;
  const sentence = `Turn ${turn}: the agent ${words}; when the turn is played again, it does so in ${same} of ${played}.`;
  return [sentence, ...describeActionFrequency(same, played)];
}

const MIN_SHARE_OF_FREQUENT_ACTION = 0.75;

function describeActionFrequency(same: number, played: number): string[] {
  if (played === 0) return [];
  if (same / played >= MIN_SHARE_OF_FREQUENT_ACTION) return ['The agent mostly does this, so it was not chance.'];
  return same / played <= 1 - MIN_SHARE_OF_FREQUENT_ACTION
    ? ['That was chance: in this turn the agent usually does something else.']
    : [];
}

function describeSeveralDecisiveTurns(counts: readonly RolloutCount[], turns: readonly number[]): string {
  const first = turns[0] ?? 1;
  const last = turns.at(-1) ?? first;
  const between = first === last ? '' : `, between them ${formatPassedShare(sumCounts(counts.slice(first, last)))}`;
  const shares = `before turn ${first} ${formatPassedShare(sumCounts(counts.slice(0, first)))} pass${between}, from turn ${last} on ${formatPassedShare(sumCounts(counts.slice(last)))}`;
  return `More than one turn lowers the chance, among turns ${listTurnNumbers(turns)}: ${shares}.`;
}

function describeUncertainty({ counts, posterior }: BisectReportContext): string[] {
  const { played } = sumCounts(counts);
  const { dropProbabilities, two, none } = posterior;
  const [turn, probability] = [...dropProbabilities.entries()].reduce(
    (best, each) => (each[1] > best[1] ? each : best),
    [0, 0],
  );
  if (probability >= MIN_CERTAINTY) {
    return [
      `After ${played} rollouts, turn ${turn} lowers the chance of passing (${formatPercent(probability)}); whether a second turn does so, too, is undecided (${formatPercent(two)}).`,
    ];
  }
  const noTurnText = `no turn ${formatPercent(none)}`;
  const likelyText = turn === 0 ? noTurnText : `turn ${turn} ${formatPercent(probability)}, ${noTurnText}`;
  return [`Undecided after ${formatCountWithNoun(played, 'rollout')}: ${likelyText}.`];
}

function sumCounts(counts: readonly RolloutCount[]): RolloutCount {
  return counts.reduce((sum, { passed, played }) => ({ passed: sum.passed + passed, played: sum.played + played }), {
    passed: 0,
    played: 0,
  });
}

function formatPassedShare({ passed, played }: RolloutCount): string {
  return `${passed} of ${played}`;
}

function listTurnNumbers(turns: readonly number[]): string {
  if (turns.length < 2) return turns.join('');
  return `${turns.slice(0, -1).join(', ')} and ${turns.at(-1)}`;
}
