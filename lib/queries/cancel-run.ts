import { postJson } from './fetch-json.ts';

export type CancelRunAnswer = { answer: 'signalled' | 'not_running' };

export function cancelRun(runId: string): Promise<CancelRunAnswer> {
  return postJson<CancelRunAnswer>(`/api/runs/${encodeURIComponent(runId)}/cancel`, {});
}
