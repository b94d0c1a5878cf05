import type { CassetteMode } from '../../runner/contract/index.ts';

/** A run that the dashboard asks for; its pages and the server share this. */
export type StartRunRequest = {
  /** Case files, by their keys. */
  suites: readonly string[];
  agentId?: string;
  connector?: string;
  simulator?: string;
  before?: string;
  after?: string;
  /** A context file of the workspace. */
  context?: string;
  attempts: number;
  parallel: number;
  cases?: string[];
  cassette?: CassetteMode;
};

export type StartRunAnswer = { ok: true; runId: string } | { ok: false; problems: string[] };
