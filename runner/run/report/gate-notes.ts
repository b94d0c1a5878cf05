import { findPassedExpectedFailures, type RunState } from '../../fold/index.ts';
import type { Database } from '../../history/db/index.ts';
import { countEarlierRuns, describeSeries, type EarlierRuns, type RunSeries, toSeries } from '../../history/index.ts';
import { abbreviateNameList } from '../../values/index.ts';
import { computePassRate, isRegression, listAccuracies } from '../../verdict/index.ts';

/** Returns notes for standard error about gates and cases that passed only because they had nothing to check. */
export function formatGateNotes(state: RunState, history: Database | undefined): string {
  return [
    warnOfUnusedThreshold(state),
    warnOfIneffectiveGates(state),
    warnOfIneffectiveRegressionGate(state, history),
    describeExpectedFailures(state),
  ].join('');
}

/** Some people read "expect": "fail" as "the agent must refuse" and would believe that such a case checks that. */
function describeExpectedFailures({ rows }: RunState): string {
  const ids = findPassedExpectedFailures(rows);
  if (ids.length === 0) return '';
  const marks = ids.length === 1 ? 'marks it as a known failure' : 'marks them as known failures';
  return `turntree: ${abbreviateNameList(ids)} passed, but "expect": "fail" ${marks}; if the agent was fixed, remove that key; if the agent must refuse, remove that key and forbid what the agent did ("never", "times": 0, "negate")\n`;
}

/** A threshold without any values to compare lets everything pass, so the user is warned. */
function warnOfUnusedThreshold({ options, counts, rows }: RunState): string {
  const isUnused = options?.gates?.minAccuracy !== undefined && computePassRate(counts) !== null;
  if (!isUnused || listAccuracies(rows).length > 0) return '';
  return 'Warning: --min-accuracy specified but no accuracy metrics found\n';
}

/** Warns about gates that could not have failed in this run. */
function warnOfIneffectiveGates({ options }: RunState): string {
  const { failOnFlaky, thresholdMode, minAccuracy, maxFaulty, minPassRate, minCasePassRate } = options?.gates ?? {};
  const flaky = failOnFlaky === true && options?.attempts === 1;
  return [
    flaky ? 'turntree: --fail-on-flaky cannot fail, because each case has only one attempt; give --runs\n' : '',
    thresholdMode !== undefined && minAccuracy === undefined
      ? 'turntree: --threshold-mode has no effect without --min-accuracy\n'
      : '',
    warnIfShareIsOnePercent('--min-pass-rate', minPassRate),
    warnIfShareIsOnePercent('--min-case-pass-rate', minCasePassRate),
    maxFaulty === 1 ? 'turntree: --max-faulty 100 cannot fail, because no share is above 100%\n' : '',
  ].join('');
}

/** A user who writes 1 probably means 100% instead of 1%. */
function warnIfShareIsOnePercent(flag: string, rate: number | undefined): string {
  return rate === 0.01 ? `turntree: ${flag} 1 means 1%, which almost every run reaches; 100 means all\n` : '';
}

/** Warns users of `--fail-on-regression` that this gate could not detect anything in the run. */
function warnOfIneffectiveRegressionGate(
  { options, summary, status, runId, suites }: RunState,
  history: Database | undefined,
): string {
  if (options?.gates?.failOnRegression !== true || status === 'cancelled' || status === 'interrupted') return '';
  const change = summary?.change;
  if (change === undefined) {
    if (history === undefined) return formatRegressionNote('without a history there is nothing to compare with');
    const series = toSeries({ suites, options });
    return formatRegressionNote(describeNoBaseline(series, countEarlierRuns(history, { series, runId })));
  }
  if (change.cases === 0) return formatRegressionNote(`no case has the same content in run ${change.runId}`);
  if (change.before.passed === 0 && change.scores === undefined) {
    return `turntree: --fail-on-regression cannot fail: no attempt passed in the baseline ${change.runId}; pin a run that passes\n`;
  }
  return change.evidence.verdict === 'too_few' && !isRegression(change)
    ? formatRegressionNote(change.evidence.words)
    : '';
}

/**
 * Describes why there is no baseline. The first run of a series passes the gate, but the user must know that nothing
 * was compared.
 */
function describeNoBaseline(series: RunSeries, { whole, others, connectors, simulators }: EarlierRuns): string {
  const seriesName = describeSeries(series);
  const elsewhere = [
    connectors.length === 0 ? '' : `; runs of other connectors do not count (${connectors.join(', ')})`,
    simulators.length === 0 ? '' : `; runs with another simulated user do not count (${simulators.join('; ')})`,
  ].join('');
  if (whole > 0) {
    return `no earlier run met its gates (${seriesName}); "turntree baseline pin <run>" makes one the baseline${elsewhere}`;
  }
  if (others > 0) return `the earlier runs were stopped or had only some of the cases (${seriesName})${elsewhere}`;
  return `there is no earlier run to compare with (${seriesName})${elsewhere}`;
}

function formatRegressionNote(words: string): string {
  return `turntree: --fail-on-regression passes without a comparison: ${words}\n`;
}
