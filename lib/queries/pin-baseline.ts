import { postJson } from './fetch-json.ts';

/** Makes a run the baseline of its suite, or takes that back. */
export function pinBaseline(runId: string, pinned: boolean): Promise<{ pinned: boolean }> {
  return postJson(`/api/runs/${encodeURIComponent(runId)}/baseline`, { pinned });
}
