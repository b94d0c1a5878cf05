import * as z from 'zod';
import type { AnyOf } from '../values/index.ts';
import { agentPartsSchema } from './agent-parts.ts';
import type { AgentOptions, TestCase } from './case.ts';
import { type CaseKind, caseStatuses } from './closed-sets.ts';
import { conditionSchema } from './condition.ts';
import { gatesSchema } from './gates.ts';
import { jsonObjectSchema } from './json-value.ts';
import { scoreRangeSchema } from './score.ts';

/** The caller that the agent believes is talking to it; every value is the effective one. */
export const environmentSchema = z.object({
  userId: z.string(),
  teamId: z.string(),
  locale: z.string(),
  clientType: z.string(),
  clientIp: z.string(),
  referer: z.string(),
  accept: z.string(),
  /** Begins the ids of the run's sessions, instead of the run's own id. */
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
  /** Path of the case file below the workspace, with forward slashes: the stable name of a suite. */
  key: z.string(),
  agentId: z.string(),
  agentPath: z.string().optional(),
  connector: z.string().optional(),
  /** The parts of the agent; absent where no agent was asked. */
  parts: agentPartsSchema.optional(),
});
export type Suite = z.infer<typeof suiteSchema>;

export const cassetteModes = ['record', 'replay', 'strict'] as const;

/** The options of a run; enough to repeat it. Durations in milliseconds. */
export const runOptionsSchema = z.object({
  input: z.string(),
  /** Of each case; with `autoRuns` the most. */
  attempts: z.int().positive(),
  /** Cases are repeated one attempt after the other until they are decided. Rates and risk are 0 to 1. */
  autoRuns: z.object({ good: z.number(), bad: z.number(), risk: z.number(), max: z.int().positive() }).optional(),
  /** How often an attempt is repeated that certainly went wrong by the fault of others than the agent. */
  retries: z.int().positive().optional(),
  parallel: z.int().positive(),
  failFast: z.boolean(),
  timeoutMs: z.number().positive(),
  agent: z.string().optional(),
  connector: z.string().optional(),
  simulator: z.string().optional(),
  /** The user who talks to the agent, from the command line. */
  user: z.string().optional(),
  team: z.string().optional(),
  locale: z.string().optional(),
  cases: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  pattern: z.string().optional(),
  /** Functions that are called before the first case and after the last one. */
  before: z.string().optional(),
  after: z.string().optional(),
  /** The file that says who talks to the agent. */
  context: z.string().optional(),
  /** Only the cases that did not pass in the last whole run. */
  lastFailed: z.boolean().optional(),
  /** The run whose complete attempts this one took over. */
  resume: z.string().optional(),
  /** The turn of a stored conversation that its one case goes on from, and what is said or told otherwise there. */
  fork: z
    .object({
      runId: z.string(),
      suiteKey: z.string(),
      caseId: z.string(),
      attempt: z.int().positive(),
      turn: z.int().positive(),
      /** How that attempt ended. */
      was: z.enum(caseStatuses),
      message: z.string().optional(),
      system: z.string().optional(),
    })
    .optional(),
  /** The part of the cases that one of several machines runs, and what tells that all of them split the same plan. */
  shard: z.object({ index: z.int().positive(), total: z.int().positive(), plan: z.string() }).optional(),
  /** Start nothing more when the model calls of the run have cost this much. */
  maxCost: z.number().positive().optional(),
  /** The address of an agent that no config has. */
  url: z.string().optional(),
  /** The type of the rows of a table that are scored. */
  scorer: z.string().optional(),
  /** The columns of tables that scores are counted by; missing: every column of metadata. */
  groupBy: z.array(z.string()).optional(),
  gates: gatesSchema.optional(),
  /** What a person wants the run to be compared with: `pinned`, `passed`, `latest` or a run. */
  baseline: z.string().optional(),
  cassette: z.enum(cassetteModes).optional(),
  exitCodes: z.literal('detailed').optional(),
  /** The branch that was checked out. */
  branch: z.string().optional(),
  /** What prices are in, as the config says: `EUR`. */
  currency: z.string().optional(),
  /** Agents answer without parts that they declare and that are not here. */
  allowPartial: z.literal(true).optional(),
});
export type RunOptions = z.infer<typeof runOptionsSchema>;

/** The fields of every announced case, and the `own` ones of a kind. */
function announcedAs<Kind extends CaseKind, Own extends z.ZodRawShape>(kind: Kind, own: Own) {
  return z.object({
    suiteKey: z.string(),
    id: z.string(),
    kind: z.literal(kind),
    hash: z.string(),
    name: z.string().optional(),
    line: z.int().optional(),
    tags: z.array(z.string()).optional(),
    preview: z.string().optional(),
    /** Its place, from 0, in the plan that a shard is a part of. */
    position: z.int().optional(),
    /** It is quarantined or expected to fail, and counts in no rate. */
    setAside: z.enum(['quarantine', 'expect_fail']).optional(),
    ...own,
    metadata: jsonObjectSchema.optional(),
  });
}

const announcedByKind = z.discriminatedUnion('kind', [
  announcedAs('standard', {
    /** Any answer passes. */
    checksNothing: z.literal(true).optional(),
  }),
  announcedAs('dynamic', {
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
      .object({ use: z.string(), metadata: jsonObjectSchema.optional(), connector: z.string().optional() })
      .optional(),
  }),
  announcedAs('script', {}),
  announcedAs('consistency', {
    /** The place of the case's entry in its suite, from 1. */
    test: z.int().positive().optional(),
    /** The number of times that its agent is asked. */
    samples: z.int().positive().optional(),
  }),
  announcedAs('experiment', {
    /** The scores that count as passed, and who gives them. */
    range: scoreRangeSchema.optional(),
    scorers: z.array(z.string()).optional(),
  }),
]);
export type AnnouncedByKind = { [Kind in CaseKind]: Extract<z.infer<typeof announcedByKind>, { kind: Kind }> };

/** A case as `run.started` announces it: what a list needs, not what an agent needs. */
export type AnnouncedCase = AnyOf<AnnouncedByKind[CaseKind]>;
export const announcedCaseSchema: z.ZodType<AnnouncedCase> = announcedByKind;

/** A case with everything about it decided: who plays, as whom, how long. The engine asks nothing else. */
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
  /** Its place, from 0, in the plan that a shard is a part of. */
  position?: number;
};

/** Plain data that `executeRun` executes. `cases` are in input order and are the ones selected. */
export type RunPlan = {
  runId: string;
  suites: Suite[];
  cases: PlannedCase[];
  /** How many there were to select from, where not all of them run. */
  available?: number | undefined;
  options: RunOptions;
  environment: Environment;
  toolVersion: string;
  gitCommit?: string;
  warnings?: string[];
};
