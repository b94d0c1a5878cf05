import type { Counts, Fault } from '../../contract/index.ts';
import {
  type AttemptId,
  type AttemptKey,
  type AttemptRow,
  addToFaultCounts,
  attemptKey,
  type CaseRow,
  type FaultCounts,
  hasEnded,
  isFailing,
  type RunState,
} from '../../fold/index.ts';
import { formatCount, formatDecimalPercent } from '../../values/index.ts';
import { computePassRate, countJudged } from '../pass-rate.ts';

/** The pass rate without attempts that failed for reasons outside the agent. */
type AgentOnlyRate = {
  /** The rate, 0 to 1; null if all attempts were excluded. */
  rate: number | null;
  passed: number;
  judged: number;
  /** The numbers of excluded attempts by who was at fault; the largest number comes first. */
  leftOut: { by: Exclude<keyof FaultCounts, 'agent'>; count: number }[];
};

/**
 * Returns the pass rate without attempts that failed outside the agent; `undefined` if it equals the pass rate of all
 * attempts.
 */
export function computeAgentOnlyRate(counts: Counts, faults: FaultCounts): AgentOnlyRate | undefined {
  const leftOut = countOtherParties(faults);
  const count = countFailuresOfOthers(faults);
  if (count === 0) return undefined;
  const judgedCount = countJudged(counts) - count;
  const rate = judgedCount === 0 ? null : counts.passed / judgedCount;
  return rate === computePassRate(counts) ? undefined : { rate, passed: counts.passed, judged: judgedCount, leftOut };
}

/**
 * Describes both rates if they differ: `82.1% agent only (23 of 28; 7 left out: 4 simulator, 2 infrastructure, 1 judge)
 * · 65.7% all`.
 */
export function formatBothRates(counts: Counts, faults: FaultCounts): string | undefined {
  const agentOnly = computeAgentOnlyRate(counts, faults);
  const all = computePassRate(counts);
  if (agentOnly === undefined || all === null) return undefined;
  return `${formatAgentOnlyRate(agentOnly)} · ${formatDecimalPercent(all)} all`;
}

/**
 * Describes the agent-only rate briefly, for lines and cells that already show the rate of all attempts: `82.1% agent
 * only (23 of 28)`. Undefined if the rates are equal.
 */
export function formatBriefAgentOnlyRate(counts: Counts, faults: FaultCounts): string | undefined {
  const rate = computeAgentOnlyRate(counts, faults);
  if (rate === undefined) return undefined;
  if (rate.rate === null) return 'every attempt had a failure outside the agent';
  return `${formatDecimalPercent(rate.rate)} agent only (${formatCount(rate.passed)} of ${formatCount(rate.judged)})`;
}

/** Describes the agent-only rate: `82.1% agent only (23 of 28; 7 left out: 4 simulator, 2 infrastructure, 1 judge)`. */
function formatAgentOnlyRate({ rate, passed, judged, leftOut }: AgentOnlyRate): string {
  const total = leftOut.reduce((sum, { count }) => sum + count, 0);
  const each = formatPartyCounts(leftOut);
  const excludedText = `${formatCount(total)} left out: ${each}`;
  if (rate === null) return `no attempt left to judge the agent by (${excludedText})`;
  return `${formatDecimalPercent(rate)} agent only (${formatCount(passed)} of ${formatCount(judged)}; ${excludedText})`;
}

function formatPartyCounts(leftOut: AgentOnlyRate['leftOut']): string {
  return leftOut.map(({ by, count }) => `${formatCount(count)} ${partyTexts[by]}`).join(', ');
}

/** The number of attempts that failed for reasons outside the agent. */
export function countFailuresOfOthers(faults: FaultCounts): number {
  return countOtherParties(faults).reduce((sum, { count }) => sum + count, 0);
}

export function sumFaultCounts(all: Iterable<FaultCounts>): FaultCounts {
  let sum: FaultCounts = {};
  for (const counts of all) {
    for (const party of ['agent', ...otherParties] as const) {
      if (counts[party] !== undefined) sum = addToFaultCounts(sum, party, counts[party]);
    }
  }
  return sum;
}

/** Describes the excluded attempts: `4 simulator, 2 infrastructure, 1 judge`. */
export function formatExcludedAttempts(faults: FaultCounts): string {
  return formatPartyCounts(countOtherParties(faults));
}

/** Counts the failed attempts in these rows by the party at fault. */
export function countFaultsInRows(rows: readonly CaseRow[]): FaultCounts {
  let counts: FaultCounts = {};
  for (const attempt of rows.flatMap(({ attempts }) => attempts)) {
    if (attempt.setAside === undefined) counts = addToFaultCounts(counts, findPartyAtFault(attempt));
  }
  return counts;
}

/** The display name of each party that can be at fault. */
export const partyTexts: Readonly<Record<keyof FaultCounts, string>> = {
  agent: 'agent',
  simulator: 'simulator',
  judge: 'judge',
  infra: 'infrastructure',
  case: 'case',
  user_code: 'user code',
  not_agent: 'not the agent',
};

/**
 * The result of people's reviews of an attempt: whether they say that the agent was not at fault, and which party a
 * confirmed hint names.
 */
type FaultReviewResult = { isNotAgent?: boolean; confirmed?: Fault['by'] | undefined };

/**
 * Returns the party at fault for a failed attempt. If the recorded fault is the agent's, people's reviews may change
 * it. If a hint is confirmed, the party that it names is at fault. If a review says "not the agent's fault", the party
 * of the first hint is at fault, or an unknown party if there is no hint. If reviews cannot be read, the agent stays at
 * fault.
 */
export function findPartyAtFault(
  { status, fault, hints = [], setAside }: Pick<AttemptRow, 'status' | 'fault' | 'hints' | 'setAside'>,
  { isNotAgent = false, confirmed }: FaultReviewResult = {},
): keyof FaultCounts | undefined {
  if (setAside !== undefined || !hasEnded(status) || !isFailing(status)) return undefined;
  const by: Fault['by'] = fault?.by ?? 'agent';
  if (by !== 'agent') return by;
  if (confirmed !== undefined) return confirmed;
  return isNotAgent ? (hints.find((hint) => hint.by !== 'agent')?.by ?? 'not_agent') : by;
}

type ReviewsOfRun = Pick<RunState, 'reviews' | 'hintWords'>;

/** People's reviews by attempt. A hint counts as confirmed if somebody confirmed it and nobody dismissed it. */
function collectFaultReviews({
  reviews = [],
  hintWords = [],
}: ReviewsOfRun): ReadonlyMap<AttemptKey, FaultReviewResult> {
  const words = new Map<AttemptKey, FaultReviewResult>();
  for (const review of reviews) {
    if (review.verdict === 'not_agent') words.set(attemptKey(review), { isNotAgent: true });
  }
  const dismissed = new Set(hintWords.flatMap((hint) => (hint.word === 'dismissed' ? [buildHintKey(hint)] : [])));
  for (const hint of hintWords) {
    const { word, blames } = hint;
    if (word !== 'confirmed' || blames === null || dismissed.has(buildHintKey(hint))) continue;
    const address = attemptKey(hint);
    const existingReview = words.get(address);
    words.set(address, { ...existingReview, confirmed: existingReview?.confirmed ?? blames });
  }
  return words;
}

/** Returns the failed attempts of a run by who was at fault, with reviews and confirmed hints taken into account. */
export function countRunFaults({
  rows,
  faults,
  ...said
}: Pick<RunState, 'rows' | 'faults'> & ReviewsOfRun): FaultCounts {
  const words = collectFaultReviews(said);
  if (words.size === 0) return faults;
  let sum = faults;
  for (const { suiteKey, id, attempts } of rows) {
    for (const attempt of attempts) {
      const word = words.get(attemptKey({ suiteKey, caseId: id, attempt: attempt.attempt }));
      if (word === undefined || attempt.setAside !== undefined) continue;
      const [before, after] = [findPartyAtFault(attempt), findPartyAtFault(attempt, word)];
      if (before === after) continue;
      sum = addToFaultCounts(attempt.fault === undefined ? sum : addToFaultCounts(sum, before, -1), after);
    }
  }
  return sum;
}

/** Returns the failed attempts of one case by who was at fault, with reviews and confirmed hints taken into account. */
export function countCaseFaults(reviewState: ReviewsOfRun, row: CaseRow): FaultCounts {
  const attempts = row.attempts.map(({ setAside: _, ...attempt }) => attempt);
  let faults: FaultCounts = {};
  for (const { fault } of attempts) faults = addToFaultCounts(faults, fault?.by);
  return countRunFaults({ ...reviewState, rows: [{ ...row, attempts }], faults });
}

function buildHintKey(hint: AttemptId & { fault: string }): string {
  return `${attemptKey(hint)} ${hint.fault}`;
}

function countOtherParties({ agent: _, ...rest }: FaultCounts): AgentOnlyRate['leftOut'] {
  const counts: FaultCounts = rest;
  return otherParties
    .map((by) => ({ by, count: counts[by] ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((left, right) => right.count - left.count);
}

const otherParties = ['simulator', 'infra', 'judge', 'case', 'user_code', 'not_agent'] as const;
