import * as z from 'zod';
import type { UnionWithAllKeys } from '../values/index.ts';
import { agentPartsSchema } from './agent-parts.ts';
import type { AgentOptions, TestCase } from './case.ts';
import { type CaseKind, caseStatuses, runPurposes, simulatorPlayers } from './closed-sets.ts';
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
  /** The prefix of the run's session ids, in place of the run's own id. */
  chatId: z.string().optional(),
  userAgent: z.string().optional(),
  /** Other known facts of the user: tenant, scope, constraints. */
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
  /** The agent's parts; absent if no agent was called. */
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
  /** Repeat each case until it is decided, one attempt at a time. Rates and risk are 0 to 1. */
  autoRuns: z.object({ good: z.number(), bad: z.number(), risk: z.number(), max: z.int().positive() }).optional(),
  /** Maximum retries for an attempt that failed outside the agent for certain. */
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
  /** Functions that are called before the first case and after the last one. */
  before: z.string().optional(),
  after: z.string().optional(),
  /** Path of the file that sets the user's identity. */
  context: z.string().optional(),
  /** Only the cases that did not pass in the last complete run. */
  lastFailed: z.boolean().optional(),
  /** ID of the resumed run, whose complete attempts were reused. */
  resume: z.string().optional(),
  /**
   * Set for forks: the stored turn that the run's only case continues from, and the replaced message or system prompt.
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
      /** A hash of the case, agent, connector and user. Bisections with the same hash continue each other. */
      content: z.string(),
    })
    .optional(),
  /** The part of the cases that this machine runs. `plan` identifies the common plan of all shards. */
  shard: z.object({ index: z.int().positive(), total: z.int().positive(), plan: z.string() }).optional(),
  /** Start no new attempts once the run's model calls have cost this much. */
  maxCost: z.number().positive().optional(),
  /** URL of an agent that is not in the config. */
  url: z.string().optional(),
  /** Type of the table rows to score. */
  scorer: z.string().optional(),
  /** Table columns to group scores by; missing means every metadata column. */
  groupBy: z.array(z.string()).optional(),
  gates: gatesSchema.optional(),
  /** The requested baseline: `pinned`, `passed`, `latest` or a run. */
  baseline: z.string().optional(),
  cassette: z.enum(cassetteModes).optional(),
  exitCodes: z.literal('detailed').optional(),
  /** The branch that was checked out. */
  branch: z.string().optional(),
  /** Currency of all prices, from the config: `EUR`. */
  currency: z.string().optional(),
  /** The models of the built-in helpers, why each was chosen, and the version of its prompt. */
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
    /** Position, from 0, in the whole plan that this shard is part of. */
    position: z.int().optional(),
    /** Quarantined or expected to fail, so excluded from all rates. */
    setAside: z.enum(['quarantine', 'expect_fail']).optional(),
    ...kindFields,
    metadata: jsonObjectSchema.optional(),
  });
}

const announcedByKind = z.discriminatedUnion('kind', [
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
        /** The agent that plays the user; for the built-in user, `rules` or `model`, the same as `by`. */
        use: z.string(),
        by: z.enum(simulatorPlayers).optional(),
        metadata: jsonObjectSchema.optional(),
        connector: z.string().optional(),
      })
      .optional(),
  }),
  createAnnouncedCaseSchema('script', {}),
  createAnnouncedCaseSchema('consistency', {
    /** Position of the case's entry in its suite, from 1. */
    test: z.int().positive().optional(),
    /** The number of times that its agent is asked. */
    samples: z.int().positive().optional(),
  }),
  createAnnouncedCaseSchema('experiment', {
    /** The passing score range, and the names of the scorers. */
    range: scoreRangeSchema.optional(),
    scorers: z.array(z.string()).optional(),
  }),
]);
export type AnnouncedCaseByKind = { [Kind in CaseKind]: Extract<z.infer<typeof announcedByKind>, { kind: Kind }> };

/** A case as announced by `run.started`: enough to list it, not to run it. */
export type AnnouncedCase = UnionWithAllKeys<AnnouncedCaseByKind[CaseKind]>;
export const announcedCaseSchema: z.ZodType<AnnouncedCase> = announcedByKind;

/** A case with all decisions made (agent, user, timeout), so the engine needs no other source. */
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
  /** Position, from 0, in the whole plan that this shard is part of. */
  position?: number;
};

/**
 * The cases of a plan, in input order. An array is one, but the cases of a large plan are planned each time when they are
 * read: only their `case` stays the same object.
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

/** Everything that `executeRun` needs, as plain data. `cases` are the selected cases, in input order. */
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
