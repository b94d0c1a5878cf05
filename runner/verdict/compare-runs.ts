import type { AgentPartName, CaseStatus, Counts, RateChange } from '../contract/index.ts';
import {
  type CaseRow,
  caseKey,
  computeCaseStatus,
  countAttemptsOfRow,
  countUnreadable,
  type FaultCounts,
  isExcluded,
  isJudgedByAccuracy,
  type RunState,
} from '../fold/index.ts';
import { findSignificantChanges, getChangeDirection, haveBothScores, type OlderTrialsByCase } from './case-evidence.ts';
import { findChangedAgentParts } from './changed-parts.ts';
import { countRunFaults } from './faults/agent-only.ts';
import { countJudgedTrials } from './judged-trials.ts';
import { computePassRate, countJudged } from './pass-rate.ts';
import type { TrialCounts } from './statistics/fisher-exact.ts';
import { computePassRateInterval } from './statistics/pass-rate-band.ts';
import type { Interval } from './statistics/wilson-interval.ts';

export const caseChanges = ['newly_failing', 'failed_this_time', 'flaky', 'fixed', 'added', 'removed', 'same'] as const;
/**
 * How a case changed between two runs. `newly_failing`: it became worse by more than chance. `failed_this_time`: it
 * passed before but does not pass now, which may be chance. `flaky`: it passed in only some attempts of the later run.
 */
export type CaseChange = (typeof caseChanges)[number];

/** The result of a case in a run: status, passed and judged attempts, and mean score. */
export type ComparedCase = { status: CaseStatus; passed: number; judged: number; score?: number };

export type CaseComparison = {
  suiteKey: string;
  id: string;
  name?: string;
  change: CaseChange;
  /** True if the content of the case differs between the runs. */
  edited: boolean;
  /**
   * True if the case was better before: it passed and does not pass now, or it always passed and is flaky now. Both may
   * be chance.
   */
  regressed: boolean;
  /**
   * True if the case changed by more than chance, in either direction. The test is corrected for the number of cases.
   */
  real: boolean;
  before?: ComparedCase;
  after?: ComparedCase;
  /** The attempts in runs of the series that are older than both runs, as additional evidence of earlier results. */
  earlier?: TrialCounts;
};

/**
 * How the earlier run was selected. `bestOf`: the number of runs among which it was the best. `looks`: the number of
 * later runs that were compared with it. Both make it more likely that a difference is chance.
 */
export type BaselineSelection = Pick<RateChange, 'bestOf' | 'looks'>;

/** `interval` is the 95% confidence interval of the true pass rate, 0 to 1. */
export type ComparedRun = {
  runId: string;
  cases: number;
  counts: Counts;
  /** The numbers of failed attempts by who is at fault; people's reviews are taken into account. */
  faults: FaultCounts;
  /** The number of unreadable events in the run's log; absent if there are none. */
  unreadable?: number;
  passRate: number | null;
  interval: Interval;
};

export type RunComparison = {
  before: ComparedRun;
  after: ComparedRun;
  counts: Record<CaseChange, number>;
  edited: number;
  regressed: number;
  /** The parts of the agents that changed. A part is compared only if both runs recorded it. */
  agentChanged: AgentPartName[];
  selection: BaselineSelection;
  /** The cases of the later run in their order, followed by the cases that only the earlier run has. */
  cases: CaseComparison[];
};

/**
 * The part of a run that is compared. `older` is set only for the earlier run: the attempts with the same content in
 * even older runs of the series, by `caseKey`, as additional evidence.
 */
export type RunToCompare = Pick<RunState, 'runId' | 'rows' | 'counts' | 'suites'> &
  Partial<Pick<RunState, 'faults' | 'reviews' | 'hintWords' | 'unreadable'>> & {
    selection?: BaselineSelection | undefined;
    older?: OlderTrialsByCase;
  };

/**
 * Compares two runs case by case. If a case was not judged in a run, it counts as absent there. If it is excluded in
 * either run, it is not compared.
 */
export function compareRuns(earlierRun: RunToCompare, laterRun: RunToCompare): RunComparison {
  const keyOf = createCaseKeyForComparison(earlierRun, laterRun);
  const leftOut = new Set([...earlierRun.rows, ...laterRun.rows].filter(isExcluded).map(keyOf));
  const before = omitCases(earlierRun, (row) => leftOut.has(keyOf(row)));
  const after = omitCases(laterRun, (row) => leftOut.has(keyOf(row)));
  const earlier = new Map(before.rows.map((row) => [keyOf(row), row]));
  const later = new Set(after.rows.map(keyOf));
  const comparedCases = [
    ...after.rows.map((row) => compareCase(earlier.get(keyOf(row)), row, before.older)),
    ...before.rows.filter((row) => !later.has(keyOf(row))).map((row) => compareCase(row, undefined)),
  ].filter((comparison) => comparison !== undefined);
  const real = findSignificantChanges(comparedCases);
  const cases = comparedCases.map((comparison) => (real.has(comparison) ? markNewlyFailing(comparison) : comparison));
  const counts = { newly_failing: 0, failed_this_time: 0, flaky: 0, fixed: 0, added: 0, removed: 0, same: 0 };
  for (const { change } of cases) counts[change] += 1;
  return {
    before: toComparedRun(before),
    after: toComparedRun(after),
    counts,
    edited: cases.filter(({ edited }) => edited).length,
    regressed: cases.filter(({ regressed }) => regressed).length,
    agentChanged: findChangedAgentParts(before.suites, after.suites),
    selection: before.selection ?? {},
    cases,
  };
}

/**
 * A suite may have been renamed between the runs. If each run has only one suite, cases are matched by their ids alone.
 */
function createCaseKeyForComparison(before: RunToCompare, after: RunToCompare): (row: CaseRow) => string {
  const countSuites = (side: RunToCompare): number => new Set(side.rows.map((row) => row.suiteKey)).size;
  const alone = countSuites(before) <= 1 && countSuites(after) <= 1;
  return ({ suiteKey, id }) => (alone ? id : caseKey(suiteKey, id));
}

function omitCases(side: RunToCompare, isLeftOut: (row: CaseRow) => boolean): RunToCompare {
  return { ...side, rows: side.rows.filter((row) => !isLeftOut(row)) };
}

/** Marks cases that became worse by more than chance as `newly_failing`. */
function markNewlyFailing(comparison: CaseComparison): CaseComparison {
  const { before, after } = comparison;
  const isWorse = before !== undefined && after !== undefined && getChangeDirection(before, after) < 0;
  return { ...comparison, real: true, ...(isWorse && { change: 'newly_failing', regressed: true }) };
}

function compareCase(
  earlier: CaseRow | undefined,
  later: CaseRow | undefined,
  older?: OlderTrialsByCase,
): CaseComparison | undefined {
  const row = later ?? earlier;
  if (row === undefined) return undefined;
  const before = toComparedCase(earlier);
  const after = toComparedCase(later);
  const change = isJudgedByAccuracy(row) && haveBothScores(before, after) ? 'same' : classifyChange(before, after);
  return {
    suiteKey: row.suiteKey,
    id: row.id,
    name: row.name,
    change,
    edited: wasEdited(earlier, later),
    regressed:
      change === 'failed_this_time' ||
      (change === 'flaky' && before !== undefined && computeCasePassRate(before) === 1),
    real: false,
    before,
    after,
    earlier: earlier === undefined ? undefined : older?.get(caseKey(earlier.suiteKey, earlier.id)),
  };
}

function wasEdited(earlier: CaseRow | undefined, later: CaseRow | undefined): boolean {
  if (earlier === undefined || later === undefined || earlier.hash === '' || later.hash === '') return false;
  return earlier.hash !== later.hash;
}

/**
 * Returns the mean score of a case. Undefined if an attempt that counts has no score; then the cases are compared by
 * their status.
 */
function computeMeanScore(row: CaseRow): number | undefined {
  const judgedAttempts = row.attempts.filter(({ status, setAside }) => status !== 'skipped' && setAside === undefined);
  const scores = judgedAttempts.flatMap(({ score }) => score ?? []);
  if (scores.length === 0 || scores.length < judgedAttempts.length) return undefined;
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

function toComparedCase(row: CaseRow | undefined): ComparedCase | undefined {
  if (row === undefined) return undefined;
  const counts = countAttemptsOfRow(row);
  const score = computeMeanScore(row);
  const outcome = { status: computeCaseStatus(row.attempts), passed: counts.passed, judged: countJudged(counts) };
  return score === undefined ? outcome : { ...outcome, score };
}

/** Returns the share of attempts that passed; undefined for a case that was not judged. */
function computeCasePassRate(standing: ComparedCase | undefined): number | undefined {
  if (standing === undefined || standing.judged === 0) return undefined;
  return standing.passed / standing.judged;
}

function classifyChange(earlier: ComparedCase | undefined, later: ComparedCase | undefined): CaseChange {
  const before = computeCasePassRate(earlier);
  const after = computeCasePassRate(later);
  if (after === undefined) return before === undefined ? 'same' : 'removed';
  if (before === undefined) return 'added';
  if (after > 0 && after < 1) return 'flaky';
  if (before === after) return 'same';
  return after === 1 ? 'fixed' : 'failed_this_time';
}

function toComparedRun({
  runId,
  rows,
  counts,
  faults = {},
  reviews,
  hintWords,
  unreadable,
}: RunToCompare): ComparedRun {
  return {
    ...(unreadable && { unreadable: countUnreadable(unreadable) }),
    runId,
    cases: rows.length,
    counts,
    faults: countRunFaults({ rows, faults, reviews, hintWords }),
    passRate: computePassRate(counts),
    interval: computePassRateInterval(countJudgedTrials({ rows })),
  };
}
