import {
  compareRuns,
  describeFlips,
  describeRates,
  type Evidence,
  type RunComparison,
} from '../../runner/contract/index.ts';
import type { Database } from '../db/index.ts';
import { AppError } from '../errors.ts';
import { getRun } from './get-run.ts';
import { getRunState } from './get-run-state.ts';
import type { RunListItem } from './list-runs.ts';

/** Two runs side by side: what changed, and how sure that is. */
export type StoredComparison = {
  base: RunListItem;
  head: RunListItem;
  comparison: RunComparison;
  /** Cases that stayed the same and are not among those of the comparison. */
  leftOut: number;
  /** Whether the pass rates over all attempts differ by more than chance. */
  rates: Evidence;
  /** Whether more cases got worse than better, or the other way round, than chance would have it. */
  flips: Evidence;
};

const WHOLE_UP_TO = 300;

/**
 * Compares two runs of the history. Of two large runs the cases that stayed the same are left out, unless `all`
 * are wanted.
 * Throws for ids that it does not have.
 */
export function compareStoredRuns(
  database: Database,
  { all, ...ids }: { base: string; head: string; all: boolean },
): StoredComparison {
  const base = sideOf(database, ids.base);
  const head = sideOf(database, ids.head);
  const comparison = compareRuns(base.state, head.state);
  const isWhole = all || ids.base === ids.head || comparison.cases.length <= WHOLE_UP_TO;
  const cases = isWhole
    ? comparison.cases
    : comparison.cases.filter(({ change, edited }) => change !== 'same' || edited);
  const worse = comparison.cases.filter(({ regressed }) => regressed).length;
  return {
    base: base.run,
    head: head.run,
    comparison: { ...comparison, cases },
    leftOut: comparison.cases.length - cases.length,
    rates: describeRates(trialsOf(base.run), trialsOf(head.run)),
    flips: describeFlips(worse, comparison.counts.fixed),
  };
}

function sideOf(database: Database, runId: string) {
  const run = getRun(database, runId);
  const state = getRunState(database, runId);
  if (run === undefined || state === undefined) {
    throw new AppError('not_found', `There is no run ${runId} in this history.`);
  }
  const { pid: _, processToken: __, host: ___, options: ____, ...item } = run;
  return { run: item, state };
}

function trialsOf({ counts }: RunListItem): { passed: number; judged: number } {
  return { passed: counts.passed, judged: counts.passed + counts.failed + counts.error + counts.timeout };
}
