import type { RateChange } from '../../contract/index.ts';
import { type CaseKey, type CaseRow, caseKey } from '../../fold/index.ts';
import { toSeriesKey } from '../../format/index.ts';
import { compareRuns, computeRateChange, type RunToCompare } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { toRunSeries } from '../runs/series.ts';
import { assessBaselineSelection } from './baseline-selection.ts';
import { findBaseline } from './baselines.ts';
import { readComparedSide } from './compared-side.ts';
import { collectOlderTrials } from './older-trials.ts';
import type { TrendRun } from './trend-runs.ts';

/** The difference between the newest run and an earlier one, computed like the baseline comparison of `turntree test`. */
export type TrendDifference = {
  base: { runId: string; startedAt: number; pinned: boolean };
  head: { runId: string };
  change: RateChange;
  /** The number of cases that pass in all attempts of the newest run and did not before, with the same content. */
  fixed: number;
};

type TrendSelection = { runs: readonly TrendRun[]; kept: ReadonlySet<CaseKey> | undefined };

/**
 * Compares the newest run with the pinned baseline, or otherwise with the first run of its series in the time window.
 * If `kept` is given, compares only these cases.
 */
export function computeTrendDifference(database: Database, { runs, kept }: TrendSelection): TrendDifference | null {
  const newestRun = runs.at(-1);
  const baseline = newestRun === undefined ? undefined : findBaseline(database, toRunSeries(newestRun));
  const baselineRun = runs.find(({ runId }) => runId === baseline);
  const first = runs.find((run) => newestRun !== undefined && toSeriesKey(run) === toSeriesKey(newestRun));
  const base = baselineRun === undefined || baselineRun === newestRun ? first : baselineRun;
  if (newestRun === undefined || base === undefined || base === newestRun) return null;
  const [before, after] = [
    readFilteredComparedSide(database, base, kept),
    readFilteredComparedSide(database, newestRun, kept),
  ];
  if (before === undefined || after === undefined) return null;
  const selection =
    base === baselineRun ? assessBaselineSelection(database, { baseId: base.runId, headId: newestRun.runId }) : {};
  const olderTrials = collectOlderTrials(database, { base: before, head: after });
  const comparison = compareRuns({ ...before, older: olderTrials, selection }, after);
  return {
    base: { runId: base.runId, startedAt: base.startedAt, pinned: base === baselineRun },
    head: { runId: newestRun.runId },
    change: computeRateChange(comparison),
    fixed: comparison.cases.filter(({ change, edited }) => change === 'fixed' && !edited).length,
  };
}

function readFilteredComparedSide(
  database: Database,
  run: TrendRun,
  caseKeys: ReadonlySet<CaseKey> | undefined,
): RunToCompare | undefined {
  const comparedSide = readComparedSide(database, run.runId);
  if (comparedSide === undefined || caseKeys === undefined) return comparedSide;
  return {
    ...comparedSide,
    rows: comparedSide.rows.filter(({ suiteKey, id }: CaseRow) => caseKeys.has(caseKey(suiteKey, id))),
  };
}
