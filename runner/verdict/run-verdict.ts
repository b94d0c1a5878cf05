import type { Counts, Gates, Summary } from '../contract/index.ts';
import {
  type CaseRow,
  countAttemptsOfRow,
  describeExcluded,
  isExcluded,
  isJudgedByAccuracy,
  type RunConclusion,
  type RunConclusionInput,
} from '../fold/index.ts';
import { abbreviateNameList, formatBriefPercent, formatCost } from '../values/index.ts';
import { listAccuracies } from './accuracy.ts';
import { countDecisions, describeDecisions, findCaseDecision } from './auto-runs.ts';
import { detailedExitCodes, stopExitCodes } from './exit-codes.ts';
import {
  describeCasesWithUnusedParts,
  describeFailedChecks,
  describeFaultExcess,
  describeFlakyCases,
  describeMissedAccuracy,
  describeMissedCasePassRates,
  describeMissedPassRate,
  describeRegression,
  describeUnjudgedCases,
  isAnyMinimumSet,
} from './gates.ts';
import { computePassRate } from './pass-rate.ts';
import { isRegression } from './rate-change.ts';

export type RunVerdict = Pick<RunConclusion, 'outcome' | 'exitCode' | 'reason' | 'missed'>;

export type RunEnding = Partial<
  Pick<RunConclusionInput, 'setupError' | 'overspent' | 'answerPaths'> & Pick<RunConclusion, 'change'>
> & {
  counts: Counts;
  rows: readonly CaseRow[];
  gates?: Gates | undefined;
  /** True if the run stopped at the first failure, so that the results of its other cases are unknown. */
  failFast?: boolean | undefined;
  /** True if infrastructure errors, empty runs and wrong answers have different exit codes. */
  detailed?: boolean | undefined;
};

/**
 * Returns the exit code of a finished run: 0 if something was judged and nothing failed, otherwise 1. If a minimum
 * accuracy or pass rate is set, failures are allowed down to that minimum. Measured consistency cases count as passed,
 * however low their score is, unless a minimum applies to them.
 */
export function concludeRunVerdict(runEnding: RunEnding): RunVerdict {
  const run = { ...runEnding, rows: runEnding.rows.filter((row) => !isExcluded(row)) };
  const { counts, gates = {}, setupError } = run;
  const failedCounts = listFailedCounts(counts);
  const hasThreshold = isAnyMinimumSet(gates, run.rows);
  if (setupError !== undefined) return createSetupFailedVerdict(run, setupError);
  if (computePassRate(counts) === null)
    return createMissedGatesVerdict(run, explainWhyNothingRan(runEnding), ['nothing']);
  const misses = findMissedGates(run, hasThreshold);
  const names = listMissedGateNames(misses, run);
  if (misses.length > 0) return createMissedGatesVerdict(run, misses.map(({ words }) => words).join(', '), names);
  const decisionTexts = describeDecisions(run.rows);
  const reason =
    decisionTexts ??
    (failedCounts.length === 0 ? describeAllPassed(run) : `${describePassReason(run)}: ${failedCounts.join(', ')}`);
  return { outcome: 'passed', exitCode: 0, reason, missed: names };
}

/**
 * If cases are repeated until they are decided, the decision counts instead of single failures. A minimum accuracy or
 * pass rate does not excuse bad or inconclusive cases.
 */
function describeBadOrInconclusive(rows: RunEnding['rows']): string[] | undefined {
  const decisions = countDecisions(rows);
  if (decisions === undefined) return undefined;
  return (['bad', 'inconclusive'] as const).flatMap((decision) => {
    const ids = rows.filter((row) => findCaseDecision(row) === decision).map(({ id }) => id);
    return ids.length === 0 ? [] : [`${ids.length} ${decision}: ${abbreviateNameList(ids)}`];
  });
}

type MissedGate = { name: string; words: string };

function findMissedGates(run: RunEnding, hasThreshold: boolean): MissedGate[] {
  const { rows, gates = {}, overspent, answerPaths = [], change } = run;
  const failures =
    describeBadOrInconclusive(rows) ?? (hasThreshold ? [] : listFailedCounts(omitConsistencyFailures(run)));
  return [
    { name: 'cost', words: overspent === undefined ? undefined : describeOverspending(overspent) },
    { name: 'unseen', words: describeUnmatchedPaths(answerPaths) },
    { name: 'accuracy', words: hasThreshold ? describeMissedAccuracy(gates, rows) : undefined },
    { name: 'pass_rate', words: describeMissedPassRate(gates, run) },
    { name: 'case_pass_rate', words: describeMissedCasePassRates(gates, rows) },
    { name: 'failures', words: failures.length === 0 ? undefined : failures.join(', ') },
    { name: 'tool_checks', words: describeFailedChecks(rows) },
    { name: 'flaky', words: gates.failOnFlaky === true ? describeFlakyCases(rows) : undefined },
    { name: 'unjudged', words: gates.failOnUnjudged === true ? describeUnjudgedCases(rows) : undefined },
    { name: 'idle', words: gates.failOnIdle === true ? describeCasesWithUnusedParts(rows) : undefined },
    { name: 'faulty', words: describeFaultExcess(gates, run) },
    { name: 'regression', words: describeRegression(gates, change) },
  ].flatMap(({ name, words }) => (words === undefined ? [] : [{ name, words }]));
}

/**
 * Returns the reasons why later runs must not use this run as a baseline. With `--fail-on-regression`, failures alone
 * are no reason, because such a suite is judged by its changes. A regression is a reason even if the run has no gate
 * for regressions.
 */
function listMissedGateNames(misses: readonly MissedGate[], { gates, change, failFast }: RunEnding): string[] {
  const isJudgedByChange = gates?.failOnRegression === true && failFast !== true;
  const names = misses.map(({ name }) => name).filter((name) => !(isJudgedByChange && name === 'failures'));
  const isWorse = change !== undefined && isRegression(change);
  return isWorse && !names.includes('regression') ? [...names, 'regression'] : names;
}

function explainWhyNothingRan({ rows, counts }: RunEnding): string {
  if (hasScores(rows)) return 'no row could be scored';
  if ((counts.setAside ?? 0) === 0) return 'nothing was run';
  return `nothing that counts was run: ${describeExcluded(rows) ?? 'every case is excluded'}`;
}

/** Returns true if any attempt has scores, including attempts for which a scorer gave no verdict. */
function hasScores(rows: RunEnding['rows']): boolean {
  return rows.some(({ attempts }) =>
    attempts.some((attempt) => 'cells' in attempt && (attempt.cells?.length ?? 0) > 0),
  );
}

/**
 * Counts passed cases among those with a required result. Measured consistency cases have no required result, so "all
 * passed" would be wrong for them.
 */
function describeAllPassed({ rows, gates = {} }: RunEnding): string {
  if (!rows.every(isJudgedByAccuracy)) return 'all passed';
  if (gates.minAccuracy === undefined)
    return 'no case could fail: the cases were only measured, and --min-accuracy is not given';
  return listAccuracies(rows).length === 0 ? 'no test measured an accuracy' : 'the accuracy reaches its threshold';
}

function describePassReason({ gates = {} }: RunEnding): string {
  if (gates.minAccuracy !== undefined) return 'the accuracy reaches its threshold';
  const threshold = gates.minPassRate === undefined ? '' : ` of ${formatBriefPercent(gates.minPassRate)}`;
  return `the pass rate reaches its threshold${threshold}`;
}

/** The verdict of a cancelled run. Without a signal, the exit code is that of SIGINT. */
export function createCancelledVerdict({ by }: NonNullable<RunConclusionInput['cancelled']>): RunVerdict {
  return { outcome: 'cancelled', exitCode: stopExitCodes[by ?? 'SIGINT'], reason: 'cancelled' };
}

function createSetupFailedVerdict({ detailed }: RunEnding, error: string): RunVerdict {
  const exitCode = detailed === true ? detailedExitCodes.infrastructure : 1;
  return { outcome: 'failed', exitCode, reason: `the BeforeAll hook failed: ${error}`, missed: ['setup'] };
}

function createMissedGatesVerdict(
  { counts, rows, detailed }: RunEnding,
  reason: string,
  names: readonly string[],
): RunVerdict {
  const isBad = (countDecisions(rows)?.bad ?? 0) > 0;
  return {
    outcome: 'failed',
    exitCode: detailed === true && !isBad ? getDetailedExitCode(counts) : 1,
    reason,
    missed: names,
  };
}

function getDetailedExitCode(counts: Counts): number {
  if (computePassRate(counts) === null) return detailedExitCodes.nothingToRun;
  const broken = counts.error + counts.timeout;
  return counts.failed === 0 && broken > 0 ? detailedExitCodes.infrastructure : detailedExitCodes.failed;
}

function describeOverspending({
  maxCost,
  spent,
  currency,
  leftOut,
}: NonNullable<RunConclusionInput['overspent']>): string {
  const attempts = formatCountPhrase(leftOut, 'attempt was', 'attempts were');
  return `the maximum cost of ${formatCost(maxCost, currency)} is reached (${formatCost(spent, currency)} spent): ${attempts} not run`;
}

/**
 * Removes failed attempts of consistency cases from the counts. They fail only because of a tool check, which has its
 * own message.
 */
function omitConsistencyFailures({ counts, rows }: RunEnding): Counts {
  const measured = rows.filter(isJudgedByAccuracy);
  return { ...counts, failed: counts.failed - measured.reduce((sum, row) => sum + countAttemptsOfRow(row).failed, 0) };
}

function listFailedCounts(counts: Counts): string[] {
  return [
    formatCountPhrase(counts.failed, 'failed', 'failed'),
    formatCountPhrase(counts.error, 'error', 'errors'),
    formatCountPhrase(counts.timeout, 'timeout', 'timeouts'),
  ].filter((part) => part !== '');
}

function formatCountPhrase(count: number, one: string, many: string): string {
  if (count === 0) return '';
  return `${count} ${count === 1 ? one : many}`;
}

type UnmatchedAnswerPaths = NonNullable<Summary['answerPaths']>;

/**
 * Lists the configured paths that found nothing in any answer of a run, although rules depend on them; undefined if
 * there are none.
 */
function describeUnmatchedPaths(paths: UnmatchedAnswerPaths): string | undefined {
  const unseen = paths.filter(({ isFound, isJudged }) => isJudged && !isFound);
  return unseen.length === 0 ? undefined : unseen.map(describeUnmatchedPath).join('; ');
}

function describeUnmatchedPath({ agentId, key, path, keys }: UnmatchedAnswerPaths[number]): string {
  const last = keys.length === 0 ? 'no keys' : keys.join(', ');
  return `the "${key}" path "${path}" of agent "${agentId}" found nothing in any answer, but rules depend on it: the last answer had ${last}`;
}
