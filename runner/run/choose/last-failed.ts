import { existsSync } from 'node:fs';
import { openDatabase } from '../../../lib/db/index.ts';
import { plural } from '../../../lib/format/index.ts';
import { type LastOutcomes, lastOutcomes } from '../../../lib/history/index.ts';
import type { PlannedCase } from '../../contract/index.ts';
import type { PreparedRun } from '../prepare.ts';
import { historyFile } from '../stored/stored-history.ts';
import type { Terminal } from '../terminal.ts';
import { NothingToRun } from '../usage-error.ts';

/** Keeps the cases of a plan that did not pass when they ran last. Throws when there are none, saying why. */
export function keepLastFailed(prepared: PreparedRun, terminal: Terminal): void {
  const { plan } = prepared;
  plan.cases = lastFailed(prepared, terminal);
  plan.suites = plan.suites.filter(({ key }) => plan.cases.some(({ suiteKey }) => suiteKey === key));
}

function lastFailed({ options, root, plan }: PreparedRun, terminal: Terminal): PlannedCase[] {
  const file = historyFile({ app: root, db: options.db }, terminal);
  const outcomes = existsSync(file) ? readOutcomes(file, plan.suites) : new Map<string, LastOutcomes>();
  const has = (which: keyof LastOutcomes) => (planned: PlannedCase) =>
    outcomes.get(planned.suiteKey)?.[which].has(planned.case.id) === true;
  const known = plan.cases.filter(has('known'));
  if (known.length === 0) {
    throw new NothingToRun('nothing to run: --last-failed finds no finished run of these cases in the history', [
      `looked in ${file}`,
      'Run them once without --last-failed.',
    ]);
  }
  const failed = plan.cases.filter(has('notPassed')).filter(({ skipReason }) => skipReason === undefined);
  if (failed.length > 0) return failed;
  throw new NothingToRun(`nothing to run: ${passedLastTime(known.length)}`);
}

function passedLastTime(count: number): string {
  return count === 1 ? 'the case passed when it ran last' : `all ${plural(count, 'case')} passed when they ran last`;
}

function readOutcomes(file: string, suites: readonly { key: string }[]): Map<string, LastOutcomes> {
  const database = openDatabase(file);
  try {
    return new Map(suites.map(({ key }) => [key, lastOutcomes(database, key)]));
  } finally {
    database.close();
  }
}
