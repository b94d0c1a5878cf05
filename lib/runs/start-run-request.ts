import type { CassetteMode, RunOptions } from '../../runner/contract/index.ts';

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

/** Of a run: everything, one suite, one case, or what did not pass. */
export type WhatAgain = { suite?: string | undefined; case?: string | undefined; only?: 'bad' | undefined };

/** Returns the request to repeat a run with these suites and, if named, these cases. Nothing is recorded anew. */
export function requestAgain(
  options: RunOptions | undefined,
  suites: readonly string[],
  cases: string[] | undefined,
): StartRunRequest {
  const cassette = options?.cassette === 'record' ? undefined : options?.cassette;
  return {
    suites,
    attempts: options?.attempts ?? 1,
    parallel: options?.parallel ?? 1,
    agentId: options?.agent,
    connector: options?.connector,
    simulator: options?.simulator,
    before: options?.before,
    after: options?.after,
    context: options?.context,
    ...(cassette === undefined ? {} : { cassette }),
    cases,
  };
}
