import type { StartRunAnswer, WhatAgain } from '../runs/start-run-request.ts';
import { postJson } from './fetch-json.ts';

export function labelRun(runId: string, label: string): Promise<{ label: string }> {
  return postJson(`/api/runs/${encodeURIComponent(runId)}/label`, { label });
}

export function deleteRuns(runIds: readonly string[]): Promise<{ count: number }> {
  return postJson('/api/runs/delete', { runIds });
}

export function restoreRuns(runIds: readonly string[]): Promise<{ count: number }> {
  return postJson('/api/runs/restore', { runIds });
}

export function runAgain(runId: string, what: WhatAgain = {}): Promise<StartRunAnswer> {
  return postJson(`/api/runs/${encodeURIComponent(runId)}/again`, what);
}
