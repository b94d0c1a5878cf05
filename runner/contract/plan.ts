import * as z from 'zod';
import type { UnionWithAllKeys } from '../values/index.ts';
import { agentPartsSchema } from './agent-parts.ts';
import type { AgentOptions, TestCase } from './case.ts';
import { type CaseKind, caseStatuses, runPurposes, simulatorModes } from './closed-sets.ts';
import { conditionSchema } from './condition.ts';
import { gatesSchema } from './gates.ts';
import { jsonObjectSchema } from './json-value.ts';
import { scoreRangeSchema } from './score.ts';

/** The user's identity as the agent sees it, after all defaults and overrides. */
export const environmentSchema = z.object({
  userId: z.string(),
  teamId: z.string(),
  locale: z.string(),
  clientType: z.string(),
  clientIp: z.string(),
  referer: z.string(),
  accept: z.string(),
  /** Replaces the run's id as the first part of the run's session ids. */
  chatId: z.string().optional(),
  userAgent: z.string().optional(),
  /** Other data about the user's authorization: tenant, scope, constraints. */
  authorized: jsonObjectSchema.optional(),
  metadata: jsonObjectSchema.optional(),
});
export type Environment = z.infer<typeof environmentSchema>;

export const defaultEnvironment: Environment = {
  userId: 'test-user',
  teamId: 'test-team',
  locale: 'en-us',
  clientType: 'test',
  clientIp: '127.0.0.1',
  referer: 'test',
  accept: 'standard',
};

export const suiteSchema = z.object({
  /** Path of the case file relative to the workspace, with forward slashes; identifies the suite. */
  key: z.string(),
  agentId: z.string(),
  agentPath: z.string().optional(),
  connector: z.string().optional(),
  /** Digests of the agent's parts; absent if no agent was called. */
  parts: agentPartsSchema.optional(),
});
export type Suite = z.infer<typeof suiteSchema>;

export const cassetteModes = ['record', 'replay', 'strict'] as const;

/** A model that was chosen for a built-in helper, and why. */
const helperModelSchema = z.object({ connector: z.string(), why: z.string() });

/** The options of a run; enough to repeat it. Durations in milliseconds. */
export const runOptionsSchema = z.object({
  input: z.string(),
  /** Attempts per case; with `autoRuns`, the maximum. */
  attempts: z.int().positive(),
  /** Repeat each case, one attempt at a time, until its result is certain. Rates and risk are 0 to 1. */
  autoRuns: z.object({ good: z.number(), bad: z.number(), risk: z.number(), max: z.int().positive() }).optional(),
  /** The maximum number of retries for an attempt that certainly failed outside the agent. */
  retries: z.int().positive().optional(),
  parallel: z.int().positive(),
  failFast: z.boolean(),
  timeoutMs: z.number().positive(),
  agent: z.string().optional(),
  connector: z.string().optional(),
  simulator: z.string().optional(),
  /** The user who talks to the agent, as given on the command line. */
  user: z.string().optional(),
  team: z.string().optional(),
  locale: z.string().optional(),
  cases: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  /** The functions to call before the first case and after the last case. */
  before: z.string().optional(),
  after: z.string().optional(),
  /** Path of the context file, which sets the user's identity. */
  context: z.string().optional(),
  /** Run only the cases that did not pass in the last complete run. */
  lastFailed: z.boolean().optional(),
  /** ID of the resumed run, whose complete attempts were reused. */
  resume: z.string().optional(),
  /**
   * Set for forks: the stored turn from which the run's only case continues, and the replaced message or system prompt.
   */
  fork: z
    .object({
      runId: z.string(),
      suiteKey: z.string(),
      caseId: z.string(),
      attempt: z.int().positive(),
      turn: z.int().positive(),
      /** Status of the original attempt of the fork. */
      was: z.enum(caseStatuses),
      message: z.string().optional(),
      system: z.string().optional(),
    })
    .optional(),
  /** Set for runs that are experiments on conversations; they are left out of all rates, trends and baselines. */
  purpose: z.enum(runPurposes).optional(),
  /** Set for bisections: the stored attempt whose turns are examined. `attempts` is the maximum number of rollouts. */
  bisect: z
    .object({
      runId: z.string(),
      suiteKey: z.string(),
      caseId: z.string(),
      attempt: z.int().positive(),
      /** The number of turns in the stored attempt. */
      turns: z.int().positive(),
      was: z.enum(caseStatuses),
      /** A hash of the case, agent, connector and user. A bisection continues an earlier one with the same hash. */
      content: z.string(),
    })
    .optional(),
  /** The part of the cases that this machine runs. `plan` identifies the common plan of all shards. */
  shard: z.object({ index: z.int().positive(), total: z.int().positive(), plan: z.string() }).optional(),
  /** Start no new attempts once the run's model calls have cost this much. */
  maxCost: z.number().positive().optional(),
  /** URL of an agent that is not in the config. */
  url: z.string().optional(),
  /** The `scorer_type` of the table rows to run. */
  scorer: z.string().optional(),
  /** Table columns to group scores by; missing means every metadata column. */
  groupBy: z.array(z.string()).optional(),
  gates: gatesSchema.optional(),
  /** The baseline that the user requested: `pinned`, `passed`, `latest` or a run. */
  baseline: z.string().optional(),
  cassette: z.enum(cassetteModes).optional(),
  exitCodes: z.literal('detailed').optional(),
  /** The git branch that was checked out. */
  branch: z.string().optional(),
  /** Currency of all prices, from the config: `EUR`. */
  currency: z.string().optional(),
  /** The models of the built-in helpers (simulator and judge), why each was chosen, and the version of its prompt. */
  helpers: z.array(helperModelSchema.extend({ role: z.enum(['judge', 'simulator']), prompt: z.string() })).optional(),
  /** Run agents even if parts that they declare are unavailable here. */
  allowPartial: z.literal(true).optional(),
});
export type RunOptions = z.infer<typeof runOptionsSchema>;

/** Fields common to all announced cases, plus those of one kind (`kindFields`). */
function createAnnouncedCaseSchema<Kind extends CaseKind, Own extends z.ZodRawShape>(kind: Kind, kindFields: Own) {
  return z.object({
    suiteKey: z.string(),
    id: z.string(),
    kind: z.literal(kind),
    hash: z.string(),
    name: z.string().optional(),
    line: z.int().optional(),
    tags: z.array(z.string()).optional(),
    preview: z.string().optional(),
    /** The position of the case, from 0, in the whole plan, of which this shard runs a part. */
    position: z.int().optional(),
    /** Set for a case that is quarantined or expected to fail, so that it is excluded from all rates. */
    setAside: z.enum(['quarantine', 'expect_fail']).optional(),
    ...kindFields,
    metadata: jsonObjectSchema.optional(),
  });
}

const announcedCaseByKindSchema = z.discriminatedUnion('kind', [
  createAnnouncedCaseSchema('standard', {
    /** The case has no checks: any answer passes. */
    checksNothing: z.literal(true).optional(),
  }),
  createAnnouncedCaseSchema('dynamic', {
    checkpoints: z
      .array(
        z.object({
          id: z.string(),
          description: z.string().optional(),
          after: z.array(z.string()),
          required: z.boolean(),
          conditions: z.array(conditionSchema).optional(),
        }),
      )
      .optional(),
    maxTurns: z.int().optional(),
    simulator: z
      .object({
        /** The agent that plays the user. For the built-in user: `rules` or `model`, as in `by`. */
        use: z.string(),
        by: z.enum(simulatorModes).optional(),
        metadata: jsonObjectSchema.optional(),
        connector: z.string().optional(),
      })
      .optional(),
  }),
  createAnnouncedCaseSchema('script', {}),
  createAnnouncedCaseSchema('consistency', {
    /** Position of the case's entry in its suite, from 1. */
    test: z.int().positive().optional(),
    /** The number of times that the agent is asked the question. */
    samples: z.int().positive().optional(),
  }),
  createAnnouncedCaseSchema('experiment', {
    /** The passing score range, and the names of the scorers. */
    range: scoreRangeSchema.optional(),
    scorers: z.array(z.string()).optional(),
  }),
]);
export type AnnouncedCaseByKind = {
  [Kind in CaseKind]: Extract<z.infer<typeof announcedCaseByKindSchema>, { kind: Kind }>;
};

/** A case as announced by `run.started`: enough to list it, not to run it. */
export type AnnouncedCase = UnionWithAllKeys<AnnouncedCaseByKind[CaseKind]>;
export const announcedCaseSchema: z.ZodType<AnnouncedCase> = announcedCaseByKindSchema;

/** A case for which everything is decided (agent, user, timeout), so that the engine needs no other source. */
export type PlannedCase = {
  suiteKey: string;
  case: TestCase;
  agentId: string;
  connector?: string;
  environment: Environment;
  options: AgentOptions;
  timeoutMs: number;
  /** Folder that `file://` attachments and scripts are relative to. */
  baseDir: string;
  skipReason?: string;
  /**
   * The model of the built-in judge and the reason for this choice. Set if the case needs a judge and does not name
   * one.
   */
  judge?: z.infer<typeof helperModelSchema>;
  /** The position of the case, from 0, in the whole plan, of which this shard runs a part. */
  position?: number;
};

/**
 * The cases of a plan, in input order. An array fits this type. In a large plan, however, each case is planned anew
 * whenever it is read: only its `case` stays the same object.
 */
export interface PlannedCases extends Iterable<PlannedCase> {
  readonly length: number;
  at(index: number): PlannedCase | undefined;
  slice(begin: number, end: number): PlannedCase[];
  some(test: (planned: PlannedCase) => boolean): boolean;
  every(test: (planned: PlannedCase) => boolean): boolean;
  find(test: (planned: PlannedCase) => boolean): PlannedCase | undefined;
  filter(test: (planned: PlannedCase) => boolean): PlannedCase[];
  map<Made>(create: (planned: PlannedCase, position: number) => Made): Made[];
  flatMap<Made>(create: (planned: PlannedCase, position: number) => readonly Made[]): Made[];
}

/** Everything that `executeRun` needs, as plain data. `cases` has only the selected cases, in input order. */
export type RunPlan = {
  runId: string;
  suites: Suite[];
  cases: PlannedCases;
  /** Number of cases before the selection; absent if all of them run. */
  available?: number | undefined;
  options: RunOptions;
  environment: Environment;
  toolVersion: string;
  gitCommit?: string;
  warnings?: string[];
};
