import type { RunState } from '../../fold/index.ts';
import type { RunToCompare } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { toSeries } from '../runs/series.ts';
import { assessBaselineSelection } from './baseline-selection.ts';
import { readComparedSide } from './compared-side.ts';
import { findDefaultBaseline } from './default-baseline.ts';
import { collectOlderTrials } from './older-trials.ts';

/**
 * Returns the baseline with which a run is compared by default, if there is one; `baselineId` is the run that a person
 * chose as baseline.
 */
export function readBaselineSide(database: Database, run: RunState, baselineId?: string): RunToCompare | undefined {
  const { runId, suites, options } = run;
  if (options === undefined) return undefined;
  const base = baselineId ?? findDefaultBaseline(database, { runId, ...toSeries({ suites, options }) });
  const comparedSide = base === undefined ? undefined : readComparedSide(database, base);
  if (comparedSide === undefined) return undefined;
  const selection = assessBaselineSelection(database, { baseId: comparedSide.runId, headId: runId });
  return { ...comparedSide, older: collectOlderTrials(database, { base: comparedSide, head: run }), selection };
}
