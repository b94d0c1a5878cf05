import { existsSync } from 'node:fs';
import type { PlannedCase, RunPlan } from '../../contract/index.ts';
import { plural } from '../../format/index.ts';
import { lastOutcomes, type RecentOutcomes, toSeries } from '../../history/index.ts';
import type { PreparedRun } from '../prepare.ts';
import { historyFile, openUpdatedHistory } from '../stored/stored-history.ts';
import type { Terminal } from '../terminal.ts';
import { NothingToRun } from '../usage-error.ts';

/**
 * Keeps the cases of a plan that did not pass in the last complete run of their series. If there are none, throws with
 * the reason.
 */
export function keepLastFailedCases(prepared: PreparedRun, terminal: Terminal): void {
  const { plan } = prepared;
  plan.available ??= plan.cases.length;
  plan.cases = selectLastFailed(prepared, terminal);
  plan.suites = plan.suites.filter(({ key }) => plan.cases.some(({ suiteKey }) => suiteKey === key));
}

function selectLastFailed({ options, root, plan }: PreparedRun, terminal: Terminal): PlannedCase[] {
  const file = historyFile({ app: root, db: options.db }, terminal);
  const outcomes = existsSync(file) ? readOutcomes(file, plan) : new Map<string, RecentOutcomes>();
  const hasCases = (which: keyof RecentOutcomes) => (planned: PlannedCase) =>
    outcomes.get(planned.suiteKey)?.[which].has(planned.case.id) === true;
  const recordedCases = plan.cases.filter(hasCases('known'));
  if (recordedCases.length === 0) {
    throw new NothingToRun('nothing to run: --last-failed found no complete run of these cases in the history', [
      `looked in ${file} for finished runs of the same agent and connector that included every case`,
      'Run them once without --last-failed.',
    ]);
  }
  const failed = plan.cases.filter(hasCases('notPassed')).filter(({ skipReason }) => skipReason === undefined);
  if (failed.length > 0) return failed;
  throw new NothingToRun(`nothing to run: ${allCasesPassedText(recordedCases.length)}`);
}

function allCasesPassedText(count: number): string {
  return count === 1
    ? 'the case passed in the last complete run'
    : `all ${plural(count, 'case')} passed in the last complete run`;
}

function readOutcomes(file: string, { suites, options }: RunPlan): Map<string, RecentOutcomes> {
  const database = openUpdatedHistory(file);
  try {
    return new Map(suites.map((suite) => [suite.key, lastOutcomes(database, toSeries({ suites: [suite], options }))]));
  } finally {
    database.close();
  }
}
