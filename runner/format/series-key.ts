type SeriesRun = { suiteKey: string; agentId: string; connector?: string | null; simulator?: string | null };

/** Returns a key that is the same for all runs with the same suite, agent, connector and simulator. */
export function toSeriesKey({ suiteKey, agentId, connector = null, simulator = null }: SeriesRun): string {
  return JSON.stringify([suiteKey, agentId, connector, simulator]);
}

/**
 * Returns true if the runs of any suite differ in agent, connector or simulator. Such runs must not be combined to
 * describe how a case behaves.
 */
export function spansSeveralSeries(runs: readonly SeriesRun[]): boolean {
  return new Set(runs.map(toSeriesKey)).size > new Set(runs.map(({ suiteKey }) => suiteKey)).size;
}
