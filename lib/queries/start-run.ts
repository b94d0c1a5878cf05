import type { CassetteMode } from '../../runner/contract/index.ts';
import { postJson } from './fetch-json.ts';

export type StartRunBody = {
  suites: readonly string[];
  agentId?: string;
  connector?: string;
  simulator?: string;
  before?: string;
  after?: string;
  context?: string;
  attempts: number;
  parallel: number;
  cases?: string[];
  cassette?: CassetteMode;
};

export type StartRunAnswer = { ok: true; runId: string } | { ok: false; problems: string[] };

export function startRun(body: StartRunBody): Promise<StartRunAnswer> {
  return postJson<StartRunAnswer>('/api/runs', body);
}
