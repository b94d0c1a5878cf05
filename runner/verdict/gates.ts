import type { Counts, Gates, RateChange, WorseCase } from '../contract/index.ts';
import type { AttemptRow, CaseRow } from '../fold/index.ts';
import {
  countAttemptsOfRow,
  describeUnusedCaseParts,
  findUnjudgedText,
  hasEndedWithoutVerdict,
  isJudgedByAccuracy,
  reachesThreshold,
} from '../fold/index.ts';
import { abbreviateNameList, formatBriefPercent, pluralizeNoun } from '../values/index.ts';
import { computeAverageAccuracy, listAccuracies, type TestAccuracy } from './accuracy.ts';
import {
  countFailuresOfOthers,
  countFaultsInRows,
  formatBriefAgentOnlyRate,
  formatExcludedAttempts,
} from './faults/agent-only.ts';
import { computePassRate, countJudged, countNotPassed } from './pass-rate.ts';
import { isRegression, isWorseAsWhole } from './rate-change.ts';
import { describeRateChange } from './rate-change-words.ts';

const RATE_TOLERANCE = 1e-9;

/**
 * Describes by how much the accuracy misses its threshold; undefined if it reaches the threshold. If there is no
 * answer, every threshold is missed.
 */
export function describeMissedAccuracy(
  { minAccuracy, thresholdMode }: Gates,
  rows: readonly CaseRow[],
): string | undefined {
  if (minAccuracy === undefined) return undefined;
  const figures = listAccuracies(rows);
  if (thresholdMode !== 'all') {
    return (
      describeMissedAverage(computeAverageAccuracy(rows), { minAccuracy, figures }) ??
      describeUnmeasuredCases(rows, minAccuracy)
    );
  }
  const inaccurateTests = figures.filter(({ score }) => !reachesThreshold(score, minAccuracy));
  if (inaccurateTests.length === 0) return describeUnmeasuredCases(rows, minAccuracy);
  const each = inaccurateTests.map(
    ({ name, score }) => `${name}: ${score === null ? 'no answer' : formatRateWithFourDigits(score)}`,
  );
  return `${inaccurateTests.length} test(s) below threshold ${formatRateWithFourDigits(minAccuracy)}: ${abbreviateNameList(each)}`;
}

function describeMissedAverage(
  average: number | null,
  { minAccuracy, figures }: { minAccuracy: number; figures: readonly TestAccuracy[] },
): string | undefined {
  if (reachesThreshold(average, minAccuracy)) return undefined;
  if (average !== null)
    return `Average accuracy ${formatRateWithFourDigits(average)} below threshold ${formatRateWithFourDigits(minAccuracy)}`;
  const testsWithoutScore = figures.filter(({ score }) => score === null).map(({ name }) => name);
  return `No average accuracy for threshold ${formatRateWithFourDigits(minAccuracy)}: nothing was answered in ${abbreviateNameList(testsWithoutScore)}`;
}

/**
 * Returns the cases that could not be measured. They miss the threshold, even if the metric of their test has a score
 * from other cases.
 */
function describeUnmeasuredCases(rows: readonly CaseRow[], minAccuracy: number): string | undefined {
  const broken = rows.filter((row) => {
    const judgedAttempts = row.attempts.filter(({ status }) => status !== 'skipped');
    return isJudgedByAccuracy(row) && judgedAttempts.length > 0 && judgedAttempts.every(hasNoAccuracy);
  });
  if (broken.length === 0) return undefined;
  return `No accuracy for threshold ${formatRateWithFourDigits(minAccuracy)}: nothing was measured in ${abbreviateNameList(broken.map(({ id }) => id))}`;
}

function hasNoAccuracy({ status, metrics = [] }: AttemptRow): boolean {
  return hasEndedWithoutVerdict(status) && metrics.every(({ kind, score }) => kind !== 'accuracy' || score === null);
}

/** Returns true if a minimum is set, so that some failures are allowed. Without a minimum, no failure is allowed. */
export function isAnyMinimumSet(
  { minAccuracy, minPassRate, minCasePassRate }: Gates,
  rows: readonly CaseRow[],
): boolean {
  if (minPassRate !== undefined || minCasePassRate !== undefined) return true;
  return minAccuracy !== undefined && listAccuracies(rows).length > 0;
}

/** Describes by how much the pass rate misses its minimum; undefined if it reaches the minimum. */
export function describeMissedPassRate(
  { minPassRate }: Gates,
  { counts, rows }: { counts: Counts; rows: readonly CaseRow[] },
): string | undefined {
  const rate = computePassRate(counts);
  if (minPassRate === undefined || reachesThreshold(rate, minPassRate)) return undefined;
  const agentOnly = formatBriefAgentOnlyRate(counts, countFaultsInRows(rows));
  const summary = `${counts.passed} of ${countJudged(counts)} passed${agentOnly === undefined ? '' : `, ${agentOnly}`}`;
  return `pass rate ${formatBriefPercent(rate ?? 0)} (${summary}) below ${formatBriefPercent(minPassRate)}`;
}

/** Returns a message if so many attempts failed for reasons outside the agent that the agent cannot be judged. */
export function describeFaultExcess(
  { maxFaulty }: Gates,
  { counts, rows }: { counts: Counts; rows: readonly CaseRow[] },
): string | undefined {
  const judgedCount = countJudged(counts);
  if (maxFaulty === undefined || judgedCount === 0) return undefined;
  const faults = countFaultsInRows(rows);
  const otherFaults = countFailuresOfOthers(faults);
  if (otherFaults / judgedCount <= maxFaulty + RATE_TOLERANCE) return undefined;
  const share = `${otherFaults} of ${judgedCount}: ${formatExcludedAttempts(faults)}`;
  return `faults outside the agent ${formatBriefPercent(otherFaults / judgedCount)} (${share}) above ${formatBriefPercent(maxFaulty)}`;
}

/** Lists the cases whose pass rate is below the minimum; undefined if there are none. */
export function describeMissedCasePassRates({ minCasePassRate }: Gates, rows: readonly CaseRow[]): string | undefined {
  if (minCasePassRate === undefined) return undefined;
  const casesBelowRate = rows.flatMap((row) => {
    const counts = countAttemptsOfRow(row);
    const rate = computePassRate(counts);
    if (rate === null || reachesThreshold(rate, minCasePassRate)) return [];
    return [`${row.id} (${counts.passed} of ${countJudged(counts)} passed)`];
  });
  if (casesBelowRate.length === 0) return undefined;
  return `${casesBelowRate.length} ${pluralizeNoun(casesBelowRate.length, 'case')} below ${formatBriefPercent(minCasePassRate)}: ${abbreviateNameList(casesBelowRate)}`;
}

/** Describes a significant regression since the baseline; undefined if there is none. */
export function describeRegression({ failOnRegression }: Gates, change: RateChange | undefined): string | undefined {
  if (failOnRegression !== true || change === undefined || !isRegression(change)) return undefined;
  const { newlyFailing, failedThisTime } = change;
  const named = describeWorseCases('newly failing', newlyFailing);
  const failed = describeWorseCases('new failures', failedThisTime);
  const words = describeRateChange(change);
  // If only single cases became worse, they are named first, because the overall result may show no change.
  const parts = isWorseAsWhole(change) ? [words, ...named, ...failed] : [...named, ...failed, `all cases: ${words}`];
  return `worse than run ${change.runId}: ${parts.join('; ')}`;
}

function describeWorseCases(words: string, cases: readonly WorseCase[]): string[] {
  return cases.length === 0 ? [] : [`${words}: ${abbreviateNameList(cases.map(({ id }) => id))}`];
}

/** Names the cases of which some attempts passed and others did not. */
export function describeFlakyCases(rows: readonly CaseRow[]): string | undefined {
  const flaky = rows.flatMap((row) => {
    const counts = countAttemptsOfRow(row);
    const { passed } = counts;
    const notPassedCount = countNotPassed(counts);
    return passed > 0 && notPassedCount > 0 ? [`${row.id} (${passed} of ${passed + notPassedCount} passed)`] : [];
  });
  return flaky.length === 0 ? undefined : `flaky: ${abbreviateNameList(flaky)}`;
}

/** True if an attempt passed without any check. Then any other answer would have passed, too. */
export function isUncheckedPass({ checksNothing, attempts }: CaseRow): boolean {
  return checksNothing === true && attempts.some(({ status }) => status === 'passed');
}

/**
 * Names the cases that passed although no rule checked some part of the conversation, or although there was no rule at
 * all.
 */
export function describeUnjudgedCases(rows: readonly CaseRow[]): string | undefined {
  const unjudged = rows.flatMap((row) => {
    const reason = findUnjudgedText(row);
    return reason === undefined && !isUncheckedPass(row) ? [] : [`${row.id} (${reason ?? 'checks nothing'})`];
  });
  return unjudged.length === 0 ? undefined : `unjudged: ${abbreviateNameList(unjudged)}`;
}

/** Lists the passed cases that contain parts without effect. */
export function describeCasesWithUnusedParts(rows: readonly CaseRow[]): string | undefined {
  const unusedParts = describeUnusedCaseParts(rows);
  return unusedParts === undefined ? undefined : `idle: ${unusedParts}`;
}

/** Lists the consistency cases with a failed check; the accuracy cannot compensate such a failure. */
export function describeFailedChecks(rows: readonly CaseRow[]): string | undefined {
  const failed = rows.filter(({ attempts }) => attempts.some(({ checkFailed }) => checkFailed === true));
  return failed.length === 0 ? undefined : `tool check failed: ${abbreviateNameList(failed.map(({ id }) => id))}`;
}

function formatRateWithFourDigits(rate: number): string {
  return rate.toFixed(4);
}
