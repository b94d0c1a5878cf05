type OfSeries = { suiteKey: string; agentId: string; connector?: string | null };

/** Equal for runs of one suite, one agent and one connector. */
export function seriesKey({ suiteKey, agentId, connector = null }: OfSeries): string {
  return JSON.stringify([suiteKey, agentId, connector]);
}

/** The runs of some suite are of several agents or connectors, so that they say nothing together of how a case behaves. */
export function isOfSeveralSeries(runs: readonly OfSeries[]): boolean {
  return new Set(runs.map(seriesKey)).size > new Set(runs.map(({ suiteKey }) => suiteKey)).size;
}
