import type { NotifyEvent } from '../../contract/index.ts';
import type { RunState } from '../../fold/index.ts';
import { assessSeriesHealth, findStateChange, type SeriesSummary, summarizeSeries } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { computeCaseHealthRunLimit, readSeriesRuns, toSeriesOfSuite } from '../read/case-health.ts';
import type { RunSeries } from '../runs/series.ts';
import { findChangesBeforeFailures } from './changes-before.ts';

/** How a run changed its series, or why that is unknown. */
export type SeriesChange =
  | { kind: 'changed'; series: RunSeries; event: NotifyEvent; summary: SeriesSummary; changes: string[] }
  | { kind: 'same' }
  | { kind: 'unknown'; reason: string };

/** Compares the state of a suite's series with and without the run that just ended. */
export function computeSeriesChangeAfterRun(database: Database, run: RunState, suiteKey: string): SeriesChange {
  const { runId } = run;
  const series = toSeriesOfSuite(run, suiteKey);
  const cases = run.rows.filter((row) => row.suiteKey === suiteKey).length;
  const [newestRun, ...earlierRuns] = readSeriesRuns(database, series, { limit: computeCaseHealthRunLimit(cases) });
  if (newestRun === undefined || newestRun.runId !== runId) {
    const reason =
      newestRun !== undefined && earlierRuns.some((run) => run.runId === runId)
        ? 'a newer run of the suite has already ended'
        : 'the run was stopped or had only some of the cases';
    return { kind: 'unknown', reason };
  }
  if (earlierRuns.length === 0)
    return { kind: 'unknown', reason: 'the history has no earlier complete run of the suite' };
  const runs = [newestRun, ...earlierRuns];
  const health = assessSeriesHealth(runs);
  const summary = summarizeSeries(runs, health);
  const before = summarizeSeries(earlierRuns, assessSeriesHealth(earlierRuns));
  const event = findStateChange(before, summary);
  return event === undefined
    ? { kind: 'same' }
    : {
        kind: 'changed',
        series,
        event,
        summary,
        changes: findChangesBeforeFailures(summary, runs, health.cases) ?? [],
      };
}
