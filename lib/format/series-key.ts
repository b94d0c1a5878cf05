type OfSeries = { suiteKey: string; agentId: string; connector?: string | null };

/** Equal for runs of one suite, one agent and one connector. */
export function seriesKey({ suiteKey, agentId, connector = null }: OfSeries): string {
  return JSON.stringify([suiteKey, agentId, connector]);
}
