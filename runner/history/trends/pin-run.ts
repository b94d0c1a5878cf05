import { AppError } from '../../host/errors.ts';
import type { Database } from '../db/index.ts';
import { getRun } from '../read/get-run.ts';
import { hasRunAllCases } from '../runs/complete-runs.ts';
import { type RunSeries, toRunSeries } from '../runs/series.ts';
import { findBaseline, pinBaseline, unpinBaseline } from './baselines.ts';

type PinnedBaseline = { series: RunSeries; before: string | undefined };

/**
 * Pins a run as the baseline of its series and returns the previous baseline in `before`. Throws for runs that cannot
 * be a baseline: runs that were stopped, are in progress or had only some of the cases.
 */
export function pinRun(database: Database, { runId, now }: { runId: string; now: number }): PinnedBaseline {
  const run = requireRun(database, runId);
  if (run.status !== 'passed' && run.status !== 'failed') {
    const problem = run.status === 'running' ? 'is still going on' : `was stopped (${run.status})`;
    throw new AppError('invalid_request', `the run ${runId} ${problem}: it cannot be a baseline`);
  }
  if (!hasRunAllCases(database, runId)) {
    throw new AppError('invalid_request', `the run ${runId} had only some of the cases: it cannot be a baseline`, [
      'Run the whole suite, without --case, --tag, --run, --scorer and --last-failed, and pin that run.',
    ]);
  }
  const series = toRunSeries(run);
  const before = findBaseline(database, series);
  pinBaseline(database, { series, runId, now });
  return { series, before };
}

/** Removes the pin of a run. Throws if the run is not pinned. */
export function unpinRun(database: Database, runId: string): RunSeries {
  const series = toRunSeries(requireRun(database, runId));
  const pinnedBaseline = findBaseline(database, series);
  if (pinnedBaseline !== runId) {
    throw new AppError('invalid_request', `the run ${runId} is not pinned`, [
      pinnedBaseline === undefined
        ? 'No run of the same suite, agent, connector and simulated user is pinned.'
        : `The pinned run of the same suite, agent, connector and simulated user is ${pinnedBaseline}.`,
    ]);
  }
  unpinBaseline(database, series);
  return series;
}

function requireRun(database: Database, runId: string) {
  const run = getRun(database, runId);
  if (run === undefined) throw new AppError('not_found', `There is no run ${runId} in this history.`);
  return run;
}
