import type { CaseHealth, CaseHealthState, RunReference } from '../../fold/index.ts';
import type { TrialCounts } from '../statistics/fisher-exact.ts';
import { type CaseHealthRun, type CaseTally, hasPassedThroughout, type SeriesEvent } from './case-health-run.ts';
import { computeChanceOfStretches, computeChanceThatAllAreMarked } from './order-probabilities.ts';
import { toOutageField } from './outage-mark.ts';

/**
 * A run that judged the case, with the number of its agent version, and the event of the series to which it belongs.
 */
export type JudgedRun = { run: CaseHealthRun; tally: CaseTally; agent: number; event: SeriesEvent | undefined };

/** The state of a case without the bounds of its pass rate, which are computed from the attempts. */
type CaseHealthWithoutBounds = Omit<CaseHealth, 'bounds'>;

/** `hasPassedBefore` is true if the case passed in the last run before its content was edited. */
export type CaseHistory = { newestFirst: readonly JudgedRun[]; hasPassedBefore: boolean };

/** The number of newest attempts that are considered. */
const WINDOW_ATTEMPTS = 50;
/** The number of attempts that must all pass to prove, with 95% confidence, that the true pass rate is at least 80%. */
const DECISIVE_ATTEMPTS = 14;
/**
 * Failures count as one continuous stretch if the probability that they cluster like this by chance is at most this.
 */
const MAX_CLUSTERING_P = 0.05;
/**
 * Like `MAX_CLUSTERING_P`, for the current streak. The limit is stricter, because this streak was chosen for its
 * length. It is less strict if the streak began with a new agent version.
 */
const MAX_STREAK_P = 0.01;
const MAX_NEW_AGENT_STREAK_P = 0.02;
const MIN_STREAK_RUNS = 3;

/**
 * Determines the state of a case from the runs that judged it. `now` is set if the case failed in the newest run
 * together with most other cases: the event to which that run belongs.
 */
export function assessCaseHealth(
  { newestFirst, hasPassedBefore }: CaseHistory,
  now: SeriesEvent | undefined,
): CaseHealthWithoutBounds {
  const own = selectNewestRuns(newestFirst.filter(({ event }) => event?.kind !== 'outage'));
  if (now !== undefined) {
    const outageHealth = assessCaseFailedInOutage(newestFirst, now, own);
    if (outageHealth !== undefined) return outageHealth;
  }
  if (own.length === 0) return assessCaseWithOnlyOutages(newestFirst);
  const standing = assessCaseHealthFromRunsWithoutOutage(own);
  const isNew = own.length === 1 && hasPassedBefore && standing.state === 'broken';
  return isNew ? { ...standing, state: 'new' } : standing;
}

/** Returns the state of a case that failed together with most other cases and has not passed since then. */
function assessCaseFailedInOutage(
  newestFirst: readonly JudgedRun[],
  now: SeriesEvent,
  own: readonly JudgedRun[],
): CaseHealthWithoutBounds | undefined {
  const since = newestFirst.filter(({ event }) => event === now);
  const first = since.at(-1);
  if (first === undefined || since.some((run) => classifyRunOutcome(run) !== 'fails')) return undefined;
  const before = own.find(({ event }) => event !== now);
  // Before this event, the case had already failed on its own.
  if (before === undefined || classifyRunOutcome(before) === 'fails') return undefined;
  const standing = toCaseHealth(
    now.kind === 'regression' && since.length === 1 ? 'new' : 'broken',
    sumTrialsOfRuns(since),
  );
  return { ...standing, since: toRunReference(first), ...toOutageField(now) };
}

/** Returns the state of a case that was judged only during outages. */
function assessCaseWithOnlyOutages(newestFirst: readonly JudgedRun[]): CaseHealthWithoutBounds {
  const [newest] = newestFirst;
  if (newest === undefined) return toCaseHealth('unknown', { passed: 0, judged: 0 });
  const state = classifyRunOutcome(newest) === 'fails' ? 'broken' : 'unknown';
  const standing = toCaseHealth(state, sumTrialsOfRuns(newestFirst));
  return { ...standing, since: toRunReference(newestFirst.at(-1) ?? newest), ...toOutageField(newest.event) };
}

function assessCaseHealthFromRunsWithoutOutage(runs: readonly JudgedRun[]): CaseHealthWithoutBounds {
  const streak = findNewestStreak(runs);
  if (streak.length === runs.length && streak.outcome !== 'mixed') return assessConstantOutcome(runs, streak.outcome);
  const turn = findOutcomeChange(runs, streak);
  if (turn === undefined) return toCaseHealth('flaky', sumTrialsOfRuns(runs));
  const since = sumTrialsOfRuns(runs.slice(0, turn.length));
  const mark = toSinceField(toRunReference(runs[turn.length - 1]));
  if (streak.outcome === 'passes') {
    return since.judged >= DECISIVE_ATTEMPTS
      ? toCaseHealth('fine', since)
      : { ...toCaseHealth('back', since), ...mark };
  }
  const secondBreak = turn.isOrdered ? findStartOfNewestFailures(runs.slice(turn.length)) : undefined;
  const standing = { ...toCaseHealth(turn.length === 1 ? 'new' : 'broken', since), ...mark };
  return secondBreak === undefined ? standing : { ...standing, again: secondBreak };
}

function assessConstantOutcome(own: readonly JudgedRun[], outcome: 'passes' | 'fails'): CaseHealthWithoutBounds {
  if (outcome === 'passes') return toCaseHealth('fine', sumTrialsOfRuns(own));
  return { ...toCaseHealth('broken', sumTrialsOfRuns(own)), ...toSinceField(toRunReference(own.at(-1))) };
}

type StreakOutcome = 'passes' | 'fails' | 'mixed';
type OutcomeStreak = { outcome: StreakOutcome; length: number };

function classifyRunOutcome({ tally }: JudgedRun): StreakOutcome {
  if (hasPassedThroughout(tally)) return 'passes';
  return tally.passed === 0 ? 'fails' : 'mixed';
}

/** Returns the newest consecutive runs with the same outcome. */
function findNewestStreak(own: readonly JudgedRun[]): OutcomeStreak {
  const [newest] = own;
  const outcome = newest === undefined ? 'mixed' : classifyRunOutcome(newest);
  const end = own.findIndex((run) => classifyRunOutcome(run) !== outcome);
  return { outcome, length: end === -1 ? own.length : end };
}

/**
 * `length` is the number of runs since the outcome last changed. `isOrdered` is true if the earlier changes have an
 * explanation, too.
 */
type OutcomeChange = { length: number; isOrdered: boolean };

/** Finds the last change of the outcome; undefined for a case whose outcomes change irregularly. */
function findOutcomeChange(own: readonly JudgedRun[], streak: OutcomeStreak): OutcomeChange | undefined {
  const { length, outcome } = streak;
  if (outcome === 'mixed') return undefined;
  if (areOutcomesExplained(own)) return { length, isOrdered: true };
  const currentLength = countRunsOfNewestAgent(own);
  // The current agent version has enough attempts to judge the case without older runs.
  if (currentLength <= length && sumTrialsOfRuns(own.slice(0, currentLength)).judged >= DECISIVE_ATTEMPTS)
    return { length: currentLength, isOrdered: false };
  return isLongStreak(own, streak) ? { length, isOrdered: false } : undefined;
}

function countRunsOfNewestAgent(own: readonly JudgedRun[]): number {
  const end = own.findIndex(({ agent }) => agent !== own[0]?.agent);
  return end === -1 ? own.length : end;
}

/**
 * True if changes of the agent, or single changes of unknown cause, explain all outcomes: no run has mixed outcomes,
 * and within one agent version the outcome changes at most once, unless the failures cluster more than by chance. Runs
 * in which most cases failed together are ignored.
 */
function areOutcomesExplained(all: readonly JudgedRun[]): boolean {
  const own = all.filter(({ event }) => event === undefined);
  if (own.some((run) => classifyRunOutcome(run) === 'mixed')) return false;
  const segments = [...Map.groupBy(own, ({ agent }) => agent).values()];
  const isExplained = segments.every((runs) => countOutcomeChanges(runs) <= 1 || areFailuresClustered(runs));
  return isExplained && (countFailingStretches(own) < 3 || areFailuresClustered(own) || isChangingWithAgents(own));
}

function countOutcomeChanges(runs: readonly JudgedRun[]): number {
  return runs.filter((run, index) => {
    const before = runs[index - 1];
    return before !== undefined && classifyRunOutcome(before) !== classifyRunOutcome(run);
  }).length;
}

function countFailingStretches(runs: readonly JudgedRun[]): number {
  return runs.filter((run, index) => {
    const before = runs[index - 1];
    return classifyRunOutcome(run) === 'fails' && (before === undefined || classifyRunOutcome(before) !== 'fails');
  }).length;
}

function areFailuresClustered(runs: readonly JudgedRun[]): boolean {
  const failed = runs.filter((run) => classifyRunOutcome(run) === 'fails').length;
  return computeChanceOfStretches(countFailingStretches(runs), { failed, all: runs.length }) <= MAX_CLUSTERING_P;
}

/**
 * True if outcomes change at the same time as the agent more often than by chance. If the agent changes in every run,
 * its changes cannot explain the outcomes.
 */
function isChangingWithAgents(own: readonly JudgedRun[]): boolean {
  const changes = own.filter((run, index) => index > 0 && own[index - 1]?.agent !== run.agent).length;
  return (
    computeChanceThatAllAreMarked(countOutcomeChanges(own), { marked: changes, all: own.length - 1 }) <=
    MAX_CLUSTERING_P
  );
}

/**
 * True if a case with random outcomes would rarely have such a long streak. Streaks of one or two runs never count,
 * because the attempts of a run are correlated.
 */
function isLongStreak(own: readonly JudgedRun[], { length, outcome }: OutcomeStreak): boolean {
  if (length < MIN_STREAK_RUNS) return false;
  const all = sumTrialsOfRuns(own);
  const since = sumTrialsOfRuns(own.slice(0, length));
  const sameOutcomes = outcome === 'passes' ? all.passed : all.judged - all.passed;
  const isOtherAgent = own[length]?.agent !== own[length - 1]?.agent;
  const level = isOtherAgent ? MAX_NEW_AGENT_STREAK_P : MAX_STREAK_P;
  return computeChanceThatAllAreMarked(since.judged, { marked: sameOutcomes, all: all.judged }) <= level;
}

/** Returns the first run of the newest stretch of failures in these runs. */
function findStartOfNewestFailures(runs: readonly JudgedRun[]): RunReference | undefined {
  const newest = runs.findIndex((run) => classifyRunOutcome(run) === 'fails');
  if (newest === -1) return undefined;
  const end = runs.findIndex((run, index) => index > newest && classifyRunOutcome(run) !== 'fails');
  return toRunReference(runs[(end === -1 ? runs.length : end) - 1]);
}

/**
 * Returns the newest attempts, up to the window size. The attempts of a run have no order, so if a run would only
 * partly fit into the window, it is left out.
 */
function selectNewestRuns(newestFirst: readonly JudgedRun[]): JudgedRun[] {
  let attempts = 0;
  const end = newestFirst.findIndex(({ tally }, index) => {
    attempts += tally.judged;
    return attempts > WINDOW_ATTEMPTS && index > 0;
  });
  return end === -1 ? [...newestFirst] : newestFirst.slice(0, end);
}

function sumTrialsOfRuns(runs: readonly JudgedRun[]): TrialCounts {
  let [passed, judged] = [0, 0];
  for (const { tally } of runs) {
    passed += tally.passed;
    judged += tally.judged;
  }
  return { passed, judged };
}

function toCaseHealth(state: CaseHealthState, { passed, judged }: TrialCounts): CaseHealthWithoutBounds {
  return { state, passed, judged };
}

function toSinceField(since: RunReference | undefined): { since?: RunReference } {
  return since === undefined ? {} : { since };
}

function toRunReference(judgedRun: JudgedRun | undefined): RunReference | undefined {
  return judgedRun && { runId: judgedRun.run.runId, startedAt: judgedRun.run.startedAt };
}
