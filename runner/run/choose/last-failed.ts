import { existsSync } from 'node:fs';
import type { PlannedCase, RunPlan } from '../../contract/index.ts';
import { formatCountWithNoun } from '../../format/index.ts';
import { type RecentOutcomes, readLastOutcomes, toSeries } from '../../history/index.ts';
import type { PreparedRun } from '../prepare.ts';
import { getHistoryFile, openUpdatedHistory } from '../stored/stored-history.ts';
import type { Terminal } from '../terminal.ts';
import { NothingToRunError } from '../usage-error.ts';

/**
 * Keeps only the cases of a plan that did not pass in the last complete run of their series. If there are no such
 * cases, throws with the reason.
 */
export function keepLastFailedCases(prepared: PreparedRun, terminal: Terminal): void {
  const { plan } = prepared;
  plan.available ??= plan.cases.length;
  plan.cases = selectLastFailedCases(prepared, terminal);
  plan.suites = plan.suites.filter(({ key }) => plan.cases.some(({ suiteKey }) => suiteKey === key));
}

function selectLastFailedCases({ options, root, plan }: PreparedRun, terminal: Terminal): PlannedCase[] {
  const file = getHistoryFile({ app: root, db: options.db }, terminal);
  const outcomes = existsSync(file) ? readLastOutcomesBySuite(file, plan) : new Map<string, RecentOutcomes>();
  const hasOutcome = (outcome: keyof RecentOutcomes) => (plannedCase: PlannedCase) =>
    outcomes.get(plannedCase.suiteKey)?.[outcome].has(plannedCase.case.id) === true;
  const recordedCases = plan.cases.filter(hasOutcome('known'));
  if (recordedCases.length === 0) {
    throw new NothingToRunError('nothing to run: --last-failed found no complete run of these cases in the history', [
      `looked in ${file} for finished runs of the same agent and connector that included every case`,
      'Run them once without --last-failed.',
    ]);
  }
  const failed = plan.cases.filter(hasOutcome('notPassed')).filter(({ skipReason }) => skipReason === undefined);
  if (failed.length > 0) return failed;
  throw new NothingToRunError(`nothing to run: ${describeAllCasesPassed(recordedCases.length)}`);
}

function describeAllCasesPassed(count: number): string {
  return count === 1
    ? 'the case passed in the last complete run'
    : `all ${formatCountWithNoun(count, 'case')} passed in the last complete run`;
}

function readLastOutcomesBySuite(file: string, { suites, options }: RunPlan): Map<string, RecentOutcomes> {
  const database = openUpdatedHistory(file);
  try {
    return new Map(
      suites.map((suite) => [suite.key, readLastOutcomes(database, toSeries({ suites: [suite], options }))]),
    );
  } finally {
    database.close();
  }
}
