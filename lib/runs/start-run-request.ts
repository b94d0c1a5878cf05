import * as z from 'zod';
import { cassetteModes, type RunOptions } from '../../runner/contract/index.ts';
import { restoreDashboardRerunFlags } from '../../runner/run/flags/stored-flags.ts';
import type { DashboardRerunFlags } from '../../runner/run/flags/test-flags.ts';

const MAX_PROMPT_CHARACTERS = 50_000;

const forkSchema = z.strictObject({
  runId: z.string().min(1),
  attempt: z.int().positive(),
  turn: z.int().positive(),
  /** The new user message or the new system prompt of the fork; whatever is missing stays as it was. */
  message: z.string().min(1).max(MAX_PROMPT_CHARACTERS).optional(),
  system: z.string().max(MAX_PROMPT_CHARACTERS).optional(),
});

/** A request of the dashboard to start a run: keys of case files, and options. */
export const startRunSchema = z.strictObject({
  suites: z.array(z.string().min(1)).min(1),
  agentId: z.string().min(1).optional(),
  /** The URL of the agent, if it is not in the config file. */
  url: z
    .string()
    .regex(/^(https?:\/\/|\$ENV\.)/)
    .optional(),
  connector: z.string().min(1).optional(),
  simulator: z.string().min(1).optional(),
  locale: z.string().min(1).optional(),
  /** If set, agents run even if some of the parts that they declare are unavailable. */
  allowPartial: z.literal(true).optional(),
  before: z.string().min(1).optional(),
  after: z.string().min(1).optional(),
  /** The path of a context file in the workspace. */
  context: z.string().min(1).optional(),
  attempts: z.int().positive().max(1_000).default(1),
  /** If set, each case is repeated until its result is statistically clear, at most `attempts` times. */
  autoRuns: z.literal(true).optional(),
  retries: z.int().positive().max(1_000).optional(),
  parallel: z.int().positive().max(1_000).default(1),
  cassette: z.enum(cassetteModes).optional(),
  cases: z.array(z.string().min(1)).min(1).optional(),
  tag: z.array(z.string().min(1)).min(1).optional(),
  /**
   * The stored conversation and the turn from which the run continues it. The run contains only the case of that
   * conversation.
   */
  fork: forkSchema.optional(),
});
export type StartRunRequest = z.infer<typeof startRunSchema>;

/** A `StartRunRequest` that can also contain the options with which an earlier run was started. */
export type RunStartOptions = Omit<StartRunRequest, keyof DashboardRerunFlags> & DashboardRerunFlags;

export type StartRunAnswer = { ok: true; runId: string } | { ok: false; problems: string[] };

/**
 * Which cases of a run to run again: all, those of one suite, one case, some cases, those that did not pass (`bad`), or
 * those that did not run (`not_run`). `connector` replaces the connector.
 */
export const rerunScopeSchema = z.strictObject({
  suite: z.string().min(1).optional(),
  case: z.string().min(1).optional(),
  only: z.enum(['bad', 'not_run']).optional(),
  cases: z.array(z.string().min(1)).min(1).max(10_000).optional(),
  attempts: z.int().positive().max(100).optional(),
  connector: z.string().min(1).optional(),
});

/** A request to fork an attempt at a turn; `runs` is the number of attempts. */
export const forkRequestSchema = forkSchema.omit({ runId: true }).extend({
  suite: z.string().min(1),
  case: z.string().min(1),
  runs: z.int().positive().max(100),
});
/** A request for a bisection, which finds the turn that decided a failed attempt with at most `budget` rollouts. */
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
 * Returns the request that repeats a run with these suites and, if given, only these cases. The new run records no
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
