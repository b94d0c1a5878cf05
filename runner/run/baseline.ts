import { toSeriesKey } from '../format/index.ts';
import { describeSeries, listSeriesBaselines, pinRun, toRunSeries, unpinRun } from '../history/index.ts';
import { type HistoryLocation, requireRun, withStoredHistory } from './stored/stored-history.ts';
import type { Terminal } from './terminal.ts';

/** A baseline in a list; `title` names the series of runs to which it belongs. */
export type ListedBaseline = ReturnType<typeof listSeriesBaselines>[number] & { title: string };

/** Lists the baseline of each series of runs; with `run`, only for the series of that run. */
export function listBaselines(
  run: string | undefined,
  historyLocation: HistoryLocation,
  terminal: Terminal,
): ListedBaseline[] {
  return withStoredHistory(historyLocation, terminal, (database) => {
    const all = listSeriesBaselines(database).map((baseline) => ({
      ...baseline,
      title: describeSeries(baseline.series),
    }));
    if (run === undefined) return all;
    const targetSeries = toRunSeries(requireRun(database, run));
    return all.filter(({ series }) => toSeriesKey(series) === toSeriesKey(targetSeries));
  });
}

/**
 * `hasPasses` is false if the run has no passed attempt; such a baseline is useless, because no later run can be worse.
 */
export type PinnedRun = { runId: string; title: string; before: string | undefined; hasPasses: boolean };

export function pinStoredRun(run: string, historyLocation: HistoryLocation, terminal: Terminal): PinnedRun {
  return withStoredHistory(historyLocation, terminal, (database) => {
    const { runId, counts } = requireRun(database, run);
    const { series, before } = pinRun(database, { runId, now: Date.now() });
    return { runId, title: describeSeries(series), before, hasPasses: counts.passed > 0 };
  });
}

export function unpinStoredRun(
  run: string,
  historyLocation: HistoryLocation,
  terminal: Terminal,
): { runId: string; title: string } {
  return withStoredHistory(historyLocation, terminal, (database) => {
    const { runId } = requireRun(database, run);
    return { runId, title: describeSeries(unpinRun(database, runId)) };
  });
}
