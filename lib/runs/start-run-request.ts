import * as z from 'zod';
import { cassetteModes, type RunOptions } from '../../runner/contract/index.ts';
import { repeatedFlags } from '../../runner/run/flags/stored-flags.ts';
import type { RepeatedFlags } from '../../runner/run/flags/test-flags.ts';

const MOST_CHARACTERS = 50_000;

const forkSchema = z.strictObject({
  runId: z.string().min(1),
  attempt: z.int().positive(),
  turn: z.int().positive(),
  /** What the user says and what the agent is told, where that is not what it was. */
  message: z.string().min(1).max(MOST_CHARACTERS).optional(),
  system: z.string().max(MOST_CHARACTERS).optional(),
});

/** A run that the dashboard asks for: which case files, by their keys, and how. */
export const startRunSchema = z.strictObject({
  suites: z.array(z.string().min(1)).min(1),
  agentId: z.string().min(1).optional(),
  /** The address of an agent that no config has. */
  url: z
    .string()
    .regex(/^(https?:\/\/|\$ENV\.)/)
    .optional(),
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
  /** The turn of a stored conversation that its one case goes on from. */
  fork: forkSchema.optional(),
});
export type StartRunRequest = z.infer<typeof startRunSchema>;

/** The same with whatever else a stored run is repeated with. */
export type RunStart = Omit<StartRunRequest, keyof RepeatedFlags> & RepeatedFlags;

export type StartRunAnswer = { ok: true; runId: string } | { ok: false; problems: string[] };

/** Of a run: everything, one suite, one case, or those that did not pass; on its own connector or on another. */
export const whatAgainSchema = z.strictObject({
  suite: z.string().min(1).optional(),
  case: z.string().min(1).optional(),
  only: z.literal('bad').optional(),
  connector: z.string().min(1).optional(),
});

/** From a turn of an attempt, so many times. */
export const forkRequestSchema = forkSchema.omit({ runId: true }).extend({
  suite: z.string().min(1),
  case: z.string().min(1),
  runs: z.int().positive().max(100),
});
export type ForkRequest = z.infer<typeof forkRequestSchema>;
export type WhatAgain = z.infer<typeof whatAgainSchema>;

/** Returns the request to repeat a run with these suites and, if named, these cases. Nothing is recorded anew. */
export function requestAgain(options: RunOptions | undefined, suites: string[], cases: string[] | undefined): RunStart {
  if (options === undefined) return { suites, cases, attempts: 1, parallel: 1 };
  return {
    ...repeatedFlags(options),
    suites,
    attempts: options.attempts,
    autoRuns: options.autoRuns === undefined ? undefined : true,
    parallel: options.parallel,
    agentId: options.url === undefined ? options.agent : undefined,
    context: options.context,
    cassette: options.cassette === 'record' ? undefined : options.cassette,
    cases,
    fork: options.fork && forkAgain(options.fork),
  };
}

function forkAgain({
  runId,
  attempt,
  turn,
  message,
  system,
}: NonNullable<RunOptions['fork']>): StartRunRequest['fork'] {
  return { runId, attempt, turn, message, system };
}
