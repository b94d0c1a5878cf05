import * as z from 'zod';
import { cassetteModes, type RunOptions } from '../../runner/contract/index.ts';
import { restoreDashboardRerunFlags } from '../../runner/run/flags/stored-flags.ts';
import type { DashboardRerunFlags } from '../../runner/run/flags/test-flags.ts';

const MAX_PROMPT_CHARACTERS = 50_000;

const forkSchema = z.strictObject({
  runId: z.string().min(1),
  attempt: z.int().positive(),
  turn: z.int().positive(),
  /** The new message of the user or system prompt of the agent, if either is replaced. */
  message: z.string().min(1).max(MAX_PROMPT_CHARACTERS).optional(),
  system: z.string().max(MAX_PROMPT_CHARACTERS).optional(),
});

/** A run requested by the dashboard: keys of case files, and options. */
export const startRunSchema = z.strictObject({
  suites: z.array(z.string().min(1)).min(1),
  agentId: z.string().min(1).optional(),
  /** The URL of an agent that is not in the config file. */
  url: z
    .string()
    .regex(/^(https?:\/\/|\$ENV\.)/)
    .optional(),
  connector: z.string().min(1).optional(),
  simulator: z.string().min(1).optional(),
  locale: z.string().min(1).optional(),
  /** Set to let agents answer even if some of their parts are unavailable. */
  allowPartial: z.literal(true).optional(),
  before: z.string().min(1).optional(),
  after: z.string().min(1).optional(),
  /** A context file of the workspace. */
  context: z.string().min(1).optional(),
  attempts: z.int().positive().max(1_000).default(1),
  /** Set to repeat each case until its result is decided, at most `attempts` times. */
  autoRuns: z.literal(true).optional(),
  retries: z.int().positive().max(1_000).optional(),
  parallel: z.int().positive().max(1_000).default(1),
  cassette: z.enum(cassetteModes).optional(),
  cases: z.array(z.string().min(1)).min(1).optional(),
  tag: z.array(z.string().min(1)).min(1).optional(),
  /**
   * The turn of a stored conversation from which the run continues. The run contains only the case of that
   * conversation.
   */
  fork: forkSchema.optional(),
});
export type StartRunRequest = z.infer<typeof startRunSchema>;

/** A `StartRunRequest` with all further flags that are repeated from a stored run. */
export type RunStartOptions = Omit<StartRunRequest, keyof DashboardRerunFlags> & DashboardRerunFlags;

export type StartRunAnswer = { ok: true; runId: string } | { ok: false; problems: string[] };

/**
 * Which part of a run to repeat: everything, one suite, one case, some cases of a suite, failed cases, or the cases
 * that a stopped run did not get to; on the same connector or another.
 */
export const rerunScopeSchema = z.strictObject({
  suite: z.string().min(1).optional(),
  case: z.string().min(1).optional(),
  only: z.enum(['bad', 'not_run']).optional(),
  cases: z.array(z.string().min(1)).min(1).max(10_000).optional(),
  attempts: z.int().positive().max(100).optional(),
  connector: z.string().min(1).optional(),
});

/** A request to fork an attempt at a turn, `runs` times. */
export const forkRequestSchema = forkSchema.omit({ runId: true }).extend({
  suite: z.string().min(1),
  case: z.string().min(1),
  runs: z.int().positive().max(100),
});
/** A request to find the turn that decided a failed attempt, with at most `budget` rollouts. */
export const bisectRequestSchema = z.strictObject({
  suite: z.string().min(1),
  case: z.string().min(1),
  attempt: z.int().positive(),
  budget: z.int().positive('must be a whole number above zero: the maximum number of rollouts').max(1_000),
});
export type BisectRequest = z.infer<typeof bisectRequestSchema>;
export type ForkRequest = z.infer<typeof forkRequestSchema>;
export type RerunSelection = z.infer<typeof rerunScopeSchema>;

/**
 * Returns the request that repeats a run with these suites and, if given, only these cases. Does not record a new
 * cassette.
 */
export function createRepeatRunRequest(
  options: RunOptions | undefined,
  suites: string[],
  cases: string[] | undefined,
): RunStartOptions {
  if (options === undefined) return { suites, cases, attempts: 1, parallel: 1 };
  return {
    ...restoreDashboardRerunFlags(options),
    suites,
    attempts: options.attempts,
    autoRuns: options.autoRuns === undefined ? undefined : true,
    parallel: options.parallel,
    agentId: options.url === undefined ? options.agent : undefined,
    context: options.context,
    cassette: options.cassette === 'record' ? undefined : options.cassette,
    cases,
    fork: options.fork && createForkRequest(options.fork),
  };
}

function createForkRequest({
  runId,
  attempt,
  turn,
  message,
  system,
}: NonNullable<RunOptions['fork']>): StartRunRequest['fork'] {
  return { runId, attempt, turn, message, system };
}
