import * as z from 'zod';
import { cassetteModes, type RunOptions } from '../../runner/contract/index.ts';

/** A run that the dashboard asks for: which case files, by their keys, and how. */
export const startRunSchema = z.strictObject({
  suites: z.array(z.string().min(1)).min(1),
  agentId: z.string().min(1).optional(),
  connector: z.string().min(1).optional(),
  simulator: z.string().min(1).optional(),
  locale: z.string().min(1).optional(),
  /** Agents may answer without parts that are not here. */
  allowPartial: z.literal(true).optional(),
  before: z.string().min(1).optional(),
  after: z.string().min(1).optional(),
  /** A context file of the workspace. */
  context: z.string().min(1).optional(),
  attempts: z.int().positive().max(1_000).default(1),
  /** Until each case is decided; `attempts` is the most. */
  autoRuns: z.literal(true).optional(),
  retries: z.int().positive().max(1_000).optional(),
  parallel: z.int().positive().max(1_000).default(1),
  cassette: z.enum(cassetteModes).optional(),
  cases: z.array(z.string().min(1)).min(1).optional(),
});
export type StartRunRequest = z.infer<typeof startRunSchema>;

export type StartRunAnswer = { ok: true; runId: string } | { ok: false; problems: string[] };

/** Of a run: everything, one suite, one case, or those that did not pass. */
export const whatAgainSchema = z.strictObject({
  suite: z.string().min(1).optional(),
  case: z.string().min(1).optional(),
  only: z.literal('bad').optional(),
});
export type WhatAgain = z.infer<typeof whatAgainSchema>;

/** Returns the request to repeat a run with these suites and, if named, these cases. Nothing is recorded anew. */
export function requestAgain(
  options: RunOptions | undefined,
  suites: string[],
  cases: string[] | undefined,
): StartRunRequest {
  return {
    suites,
    attempts: options?.attempts ?? 1,
    autoRuns: options?.autoRuns === undefined ? undefined : true,
    retries: options?.retries,
    parallel: options?.parallel ?? 1,
    agentId: options?.agent,
    connector: options?.connector,
    simulator: options?.simulator,
    locale: options?.locale,
    allowPartial: options?.allowPartial,
    before: options?.before,
    after: options?.after,
    context: options?.context,
    cassette: options?.cassette === 'record' ? undefined : options?.cassette,
    cases,
  };
}
