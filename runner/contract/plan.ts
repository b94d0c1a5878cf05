import * as z from 'zod';
import type { UnionWithAllKeys } from '../values/index.ts';
import { agentPartsSchema } from './agent-parts.ts';
import type { AgentOptions, TestCase } from './case.ts';
import { type CaseKind, caseStatuses, runPurposes, simulatorModes } from './closed-sets.ts';
import { conditionSchema } from './condition.ts';
import { gatesSchema } from './gates.ts';
import { jsonObjectSchema } from './json-value.ts';
import { scoreRangeSchema } from './score.ts';

/** The user's identity and data as the agent receives them, after all defaults and overrides. */
export const environmentSchema = z.object({
  userId: z.string(),
  teamId: z.string(),
  locale: z.string(),
  clientType: z.string(),
  clientIp: z.string(),
  referer: z.string(),
  accept: z.string(),
  /** If set, session ids begin with it instead of the run's id. */
  chatId: z.string().optional(),
  userAgent: z.string().optional(),
  /** Further data on the user's authorization, such as tenant, scope and constraints. */
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
  /** The path of the case file relative to the workspace, with forward slashes. It identifies the suite. */
  key: z.string(),
  agentId: z.string(),
  agentPath: z.string().optional(),
  connector: z.string().optional(),
  /** Digests of the agent's parts; missing if no agent was called. */
  parts: agentPartsSchema.optional(),
});
export type Suite = z.infer<typeof suiteSchema>;

export const cassetteModes = ['record', 'replay', 'strict'] as const;

/** The model that was chosen for the built-in simulator or judge, and the reason. */
const helperModelSchema = z.object({ connector: z.string(), why: z.string() });

/** The options of a run, from which it can be repeated. Durations are in milliseconds. */
export const runOptionsSchema = z.object({
  input: z.string(),
  /** The number of attempts per case; with `autoRuns`, the maximum. */
  attempts: z.int().positive(),
  /**
   * Set if each case is repeated, one attempt at a time, until its result is statistically clear. `good`, `bad` and
   * `risk` are from 0 to 1.
   */
  autoRuns: z.object({ good: z.number(), bad: z.number(), risk: z.number(), max: z.int().positive() }).optional(),
  /** How often an attempt that certainly failed outside the agent is repeated at most. */
  retries: z.int().positive().optional(),
  parallel: z.int().positive(),
  failFast: z.boolean(),
  timeoutMs: z.number().positive(),
  agent: z.string().optional(),
  connector: z.string().optional(),
  simulator: z.string().optional(),
  /** The user id that the agent gets, from the command line. */
  user: z.string().optional(),
  team: z.string().optional(),
  locale: z.string().optional(),
  cases: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  /** The functions that are called before the first case and after the last case. */
  before: z.string().optional(),
  after: z.string().optional(),
  /** The path of the context file, which sets the user's identity. */
  context: z.string().optional(),
  /** True if the run contains only the cases that did not pass in the last complete run. */
  lastFailed: z.boolean().optional(),
  /** The id of the resumed run, whose complete attempts were reused. */
  resume: z.string().optional(),
  /**
   * Set for forks: the stored turn at which the run's only case continues, and what replaces the message or the system
   * prompt.
   */
  fork: z
    .object({
      runId: z.string(),
      suiteKey: z.string(),
      caseId: z.string(),
      attempt: z.int().positive(),
      turn: z.int().positive(),
      /** The status of the original attempt. */
      was: z.enum(caseStatuses),
      message: z.string().optional(),
      system: z.string().optional(),
    })
    .optional(),
  /** Set for runs that do not test whether cases pass. They are excluded from all rates, trends and baselines. */
  purpose: z.enum(runPurposes).optional(),
  /**
   * Set for bisections: the stored attempt whose turns are examined. The option `attempts` is the maximum number of
   * rollouts.
   */
  bisect: z
    .object({
      runId: z.string(),
      suiteKey: z.string(),
      caseId: z.string(),
      attempt: z.int().positive(),
      /** The number of turns in the stored attempt. */
      turns: z.int().positive(),
      was: z.enum(caseStatuses),
      /** A hash of the case, agent, connector and user. Earlier rollouts with the same hash are reused. */
      content: z.string(),
    })
    .optional(),
  /** Which part of the cases this machine runs. All shards of the same plan have the same `plan`. */
  shard: z.object({ index: z.int().positive(), total: z.int().positive(), plan: z.string() }).optional(),
  /** Once the model calls of the run have cost this much, no new attempts start. */
  maxCost: z.number().positive().optional(),
  /** The URL of an agent that is not in the config. */
  url: z.string().optional(),
  /** The `scorer_type` of the table rows that are run. */
  scorer: z.string().optional(),
  /** The table columns by which scores are grouped; missing means every metadata column. */
  groupBy: z.array(z.string()).optional(),
  gates: gatesSchema.optional(),
  /** The requested baseline: `pinned`, `passed`, `latest` or the id of a run. */
  baseline: z.string().optional(),
  cassette: z.enum(cassetteModes).optional(),
  exitCodes: z.literal('detailed').optional(),
  /** The git branch that was checked out. */
  branch: z.string().optional(),
  /** The currency of all prices, such as `EUR`, from the config. */
  currency: z.string().optional(),
  /** The models of the built-in simulator and judge, the reasons for choosing them, and the version of each prompt. */
  helpers: z.array(helperModelSchema.extend({ role: z.enum(['judge', 'simulator']), prompt: z.string() })).optional(),
  /** True if agents run even if parts that they declare are unavailable. */
  allowPartial: z.literal(true).optional(),
});
export type RunOptions = z.infer<typeof runOptionsSchema>;

/** Creates the schema of announced cases of one kind; `kindFields` are its fields in addition to the common ones. */
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
    /** The index of the case in the whole plan, of which this shard runs a part. */
    position: z.int().optional(),
    /** Set for a case that is excluded from all rates, because it is quarantined or expected to fail. */
    setAside: z.enum(['quarantine', 'expect_fail']).optional(),
    ...kindFields,
    metadata: jsonObjectSchema.optional(),
  });
}

const announcedCaseByKindSchema = z.discriminatedUnion('kind', [
  createAnnouncedCaseSchema('standard', {
    /** True if the case has no checks, so that any answer passes. */
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
        /** The agent that simulates the user; `rules` or `model` for the built-in simulator. */
        use: z.string(),
        by: z.enum(simulatorModes).optional(),
        metadata: jsonObjectSchema.optional(),
        connector: z.string().optional(),
      })
      .optional(),
  }),
  createAnnouncedCaseSchema('script', {}),
  createAnnouncedCaseSchema('consistency', {
    /** The position of the case's entry in its suite, counted from 1. */
    test: z.int().positive().optional(),
    /** How often the question is asked. */
    samples: z.int().positive().optional(),
  }),
  createAnnouncedCaseSchema('experiment', {
    /** The score range in which an output passes, and the names of the scorers. */
    range: scoreRangeSchema.optional(),
    scorers: z.array(z.string()).optional(),
  }),
]);
export type AnnouncedCaseByKind = {
  [Kind in CaseKind]: Extract<z.infer<typeof announcedCaseByKindSchema>, { kind: Kind }>;
};

/** A case as announced at the start of a run, with everything that a list shows of it. */
export type AnnouncedCase = UnionWithAllKeys<AnnouncedCaseByKind[CaseKind]>;
export const announcedCaseSchema: z.ZodType<AnnouncedCase> = announcedCaseByKindSchema;

/**
 * A case with all settings for its execution, such as the agent, the user and the timeout, so that the engine needs no
 * other source.
 */
export type PlannedCase = {
  suiteKey: string;
  case: TestCase;
  agentId: string;
  connector?: string;
  environment: Environment;
  options: AgentOptions;
  timeoutMs: number;
  /** The folder to which the paths of `file://` attachments and scripts are relative. */
  baseDir: string;
  skipReason?: string;
  /**
   * The model of the built-in judge and why it was chosen. Set if an assertion of the case needs the judge and names no
   * model for it.
   */
  judge?: z.infer<typeof helperModelSchema>;
  /** The index of the case in the whole plan, of which this shard runs a part. */
  position?: number;
};

/**
 * The cases of a plan in input order; an array has this interface, too. In a large plan, a new object is created
 * whenever a case is read, so only its `case` can be compared by identity.
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

/** Everything that `executeRun` needs, as plain data. `cases` contains only the selected cases, in input order. */
export type RunPlan = {
  runId: string;
  suites: Suite[];
  cases: PlannedCases;
  /** The number of cases before the selection; missing if all of them run. */
  available?: number | undefined;
  options: RunOptions;
  environment: Environment;
  toolVersion: string;
  gitCommit?: string;
  warnings?: string[];
};
