import type { Database } from '../history/db/index.ts';
import {
  findRun,
  pinRun,
  type RunRecord,
  type Series,
  seriesBaselines,
  seriesOfRow,
  unpinRun,
} from '../history/index.ts';
import { type HistoryPlace, withStoredHistory } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage-error.ts';

export type ShownBaseline = ReturnType<typeof seriesBaselines>[number];

/** Lists the baseline of each series of runs; with `run`, only for the series of that run. */
export function listBaselines(run: string | undefined, place: HistoryPlace, terminal: Terminal): ShownBaseline[] {
  return withStoredHistory(place, terminal, (database) => {
    const all = seriesBaselines(database);
    if (run === undefined) return all;
    const targetSeries = seriesOfRow(requireNamedRun(database, run));
    return all.filter(({ series }) => isSameSeries(series, targetSeries));
  });
}

export type PinnedRun = { runId: string; series: Series; before: string | undefined };

export function pinStoredRun(run: string, place: HistoryPlace, terminal: Terminal): PinnedRun {
  return withStoredHistory(place, terminal, (database) => {
    const { runId } = requireNamedRun(database, run);
    return { runId, ...pinRun(database, { runId, now: Date.now() }) };
  });
}

export function unpinStoredRun(
  run: string,
  place: HistoryPlace,
  terminal: Terminal,
): { runId: string; series: Series } {
  return withStoredHistory(place, terminal, (database) => {
    const { runId } = requireNamedRun(database, run);
    return { runId, series: unpinRun(database, runId) };
  });
}

function requireNamedRun(database: Database, reference: string): RunRecord {
  const lookup = findRun(database, reference);
  if (!lookup.ok) throw new UsageError(lookup.problem, lookup.details);
  return lookup.run;
}

function isSameSeries(left: Series, right: Series): boolean {
  return left.suiteKey === right.suiteKey && left.agentId === right.agentId && left.connector === right.connector;
}
