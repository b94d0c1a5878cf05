import type { RateChange } from '../../contract/index.ts';
import { AppError } from '../../host/errors.ts';
import { compareRuns, computeRateChange, type RunComparison } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { applyFaultReviews } from '../read/apply-fault-reviews.ts';
import { getRun } from '../read/get-run.ts';
import { getRunState } from '../read/get-run-state.ts';
import type { RunListItem } from '../read/list-runs.ts';
import { assessBaselineSelection } from './baseline-selection.ts';
import { collectOlderTrials } from './older-trials.ts';

/** The comparison of two runs: what changed, and how certain that is. */
export type StoredComparison = {
  base: RunListItem;
  head: RunListItem;
  comparison: RunComparison;
  /** The number of unchanged cases that the comparison leaves out. */
  leftOut: number;
  /** The overall verdict of the comparison, as the command line prints it. */
  change: RateChange;
};

const MAX_CASES_IN_FULL_COMPARISON = 300;

/**
 * Compares two runs of the history. If both runs are large, cases that stayed the same are left out unless `all` is
 * true. Throws for an unknown run id.
 */
export function compareStoredRuns(
  database: Database,
  { all, ...ids }: { base: string; head: string; all: boolean },
): StoredComparison {
  const base = loadRunAndState(database, ids.base);
  const headRun = loadRunAndState(database, ids.head);
  const selection = assessBaselineSelection(database, { baseId: ids.base, headId: ids.head });
  const olderTrials = collectOlderTrials(database, { base: base.state, head: headRun.state });
  const comparison = compareRuns({ ...base.state, older: olderTrials, selection }, headRun.state);
  const isWhole = all || ids.base === ids.head || comparison.cases.length <= MAX_CASES_IN_FULL_COMPARISON;
  const cases = isWhole
    ? comparison.cases
    : comparison.cases.filter(({ change, edited }) => change !== 'same' || edited);
  return {
    base: base.run,
    head: headRun.run,
    comparison: { ...comparison, cases },
    leftOut: comparison.cases.length - cases.length,
    change: computeRateChange(comparison),
  };
}

function loadRunAndState(database: Database, runId: string) {
  const run = getRun(database, runId);
  const state = getRunState(database, runId);
  if (run === undefined || state === undefined) {
    throw new AppError('not_found', `There is no run ${runId} in this history.`);
  }
  const { pid: _, processToken: __, host: ___, options: ____, ...item } = run;
  const [corrected = item] = applyFaultReviews(database, [item]);
  return { run: corrected, state: { ...state, faults: corrected.faults ?? state.faults } };
}
