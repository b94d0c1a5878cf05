import * as z from 'zod';
import type { Json, JsonObject } from '../values/index.ts';
import { type Assertion, assertSchema, inferredKey } from './assertion.ts';
import type { CaseKind } from './closed-sets.ts';
import { type InjectionConfig, injectSchema } from './injection.ts';
import { jsonObjectSchema, jsonSchema } from './json-value.ts';
import { type CaseInput, caseInputSchema, type MessageContent, messageContentSchema } from './message.ts';
import { initialStateSchema, type Mocks, mocksSchema } from './mock.ts';
import type { AssertionResult, CheckpointVerdict, Rollout, Turn } from './result.ts';
import type { AnswerPairingMode, Metric, ScoreRange } from './score.ts';
import { type SimulatedUser, type Simulator, simulatorSchema } from './simulator.ts';

export const DEFAULT_MAX_TURNS = 20;

export const agentOptionsSchema = z.strictObject({
  connector: z.string().optional(),
  mode: z.string().optional(),
  search: jsonSchema.optional(),
  disable_global_prompts: z.boolean().optional(),
  metadata: jsonObjectSchema.optional(),
  skip: z
    .strictObject({
      history: z.boolean().optional(),
      trace: z.boolean().optional(),
      output: z.boolean().optional(),
      keyword: z.boolean().optional(),
      search: z.boolean().optional(),
    })
    .optional(),
});
/** The options that a case passes to its agent in addition to the messages. */
export type AgentOptions = z.infer<typeof agentOptionsSchema>;

export const checkpointSchema = z.strictObject({
  id: z.string().min(1),
  description: z.string().optional(),
  assert: assertSchema,
  after: z.array(z.string()).default([]),
  required: z.boolean().default(true),
  strict: z
    .boolean()
    .describe(
      'Whether the case fails when this checkpoint is satisfied before the checkpoints in its `after`; overrides `strict` of the case',
    )
    .optional(),
  ...inferredKey,
});
/** A condition that a conversation must meet after all checkpoints in `after` have been reached. */
export type Checkpoint = z.infer<typeof checkpointSchema>;

const scriptedTurnSchema = z
  .union([z.string().min(1), z.strictObject({ input: messageContentSchema, assert: assertSchema.optional() })])
  .transform((turn) => (typeof turn === 'string' ? { input: turn } : turn));

const scriptedTurnsSchema = z.array(scriptedTurnSchema).min(1);

/**
 * The schema of a case as people write it in a case file. Before it is applied, aliases of keys are replaced by the
 * usual keys.
 */
export const authoredCaseSchema = z.strictObject({
  id: z.string().min(1).describe('Unique in its file; identifies the case in the history'),
  name: z.string().describe('A title for people').optional(),
  input: caseInputSchema
    .describe(
      'The input of the agent: a text, a message, a list of messages, or a function that returns messages: scripts:orders.History. Conversations need no input',
    )
    .optional(),
  assert: assertSchema.optional().describe('One assertion or a list; all must pass'),
  expected: jsonSchema.describe('Without `assert`: the answer must equal this').optional(),
  user: z.string().describe('The user who talks to the agent').optional(),
  team: z.string().describe('Their team').optional(),
  metadata: jsonObjectSchema.describe('Anything to include in the report').optional(),
  options: agentOptionsSchema.describe('For the agent: connector, metadata and more').optional(),
  timeout: z.string().describe('A Go duration: 30s, 2m30s, 1.5h, 300ms').optional(),
  skip: z.boolean().describe('Listed as skipped, not run, not counted').optional(),
  quarantine: z
    .boolean()
    .describe('The case runs and is shown, but does not count in any rate, gate or exit code')
    .optional(),
  expect: z
    .literal('fail')
    .describe(
      'The case is known to fail: it does not count in any rate, gate or exit code, and is reported when it passes',
    )
    .optional(),
  tags: z.array(z.string()).describe('Tags to select the case with --tag').optional(),
  before: z.string().describe('A function to call before the case: env_test.Before').optional(),
  after: z.string().describe('A function to call after the case: env_test.After').optional(),
  simulator: z
    .union([simulatorSchema, scriptedTurnsSchema])
    .describe(
      'Who plays the user of a conversation: the built-in user, with a goal; an agent; or a list of what the user says, as in `turns`',
    )
    .optional(),
  checkpoints: z
    .array(checkpointSchema)
    .min(1)
    .describe('Conditions that a conversation must reach; they make the case a conversation')
    .optional(),
  turns: scriptedTurnsSchema
    .describe('What the user says, turn by turn: a conversation without a simulator')
    .optional(),
  never: assertSchema
    .optional()
    .describe('Assertions that must not hold in any turn; the first one that holds ends the case'),
  until: z
    .enum(['checkpoints', 'done'])
    .describe('When a conversation ends: with its last checkpoint, or when the user has nothing more to say')
    .optional(),
  strict: z
    .boolean()
    .describe('A checkpoint that is satisfied before the checkpoints in its `after` fails the case')
    .optional(),
  max_turns: z.int().positive().describe('How many turns a conversation may take (default: 20)').optional(),
  mocks: mocksSchema
    .describe('Mocks that answer instead of the real tools, by tool; no other tool may be called')
    .optional(),
  state: initialStateSchema
    .describe('The data that mocks read and change, or the path of a JSON file; each attempt has its own copy')
    .optional(),
  pass: z
    .array(z.string().min(1))
    .describe('Real tools that may be called in addition to the mocks, such as get_*')
    .optional(),
  inject: injectSchema
    .describe('A hostile text in the answer of a mock, and what the agent must not do because of it')
    .optional(),
});
/**
 * A case as its author wrote it, including short forms and before defaults are filled in. If `turns` lists the user's
 * messages, there is no simulator.
 */
export type AuthoredCase = Omit<z.infer<typeof authoredCaseSchema>, 'simulator'> & {
  simulator?: Simulator | SimulatedUser | undefined;
};

/** The fields of all kinds of cases. `line` counts from 1; `hash` identifies the contents of the case. */
type CaseBase = {
  id: string;
  hash: string;
  line?: number;
  name?: string;
  tags?: string[];
  skip?: boolean;
  quarantine?: boolean;
  expect?: 'fail';
  timeoutMs?: number;
  user?: string;
  team?: string;
  metadata?: JsonObject;
  options?: AgentOptions;
  before?: string;
  after?: string;
  /** Other names of the case, by which `--case` can select it. */
  aliases?: string[];
};

/** The fields that replace an agent's real tools. If none of them is set, all tools are real. */
export type MockedTools = {
  mocks?: Mocks;
  /** The initial state of the mocks: the data, or the path of a file that contains it. */
  state?: JsonObject | string;
  pass?: string[];
  /** A text for a prompt injection, which is inserted into a mock's result. */
  inject?: InjectionConfig;
};

/**
 * Rules of a case that `infer` has proposed and nobody has accepted yet. They are checked and reported, but cannot fail
 * the case.
 */
export type InferredRules = { assertions: Assertion[]; never: Assertion[]; checkpoints: Checkpoint[] };

export type StandardCase = CaseBase &
  MockedTools & {
    kind: 'standard';
    inferred?: InferredRules;
    input: CaseInput;
    assertions: Assertion[];
    expected?: Json;
    simulator?: Simulator | SimulatedUser;
  };

export type DynamicCase = CaseBase &
  MockedTools & {
    kind: 'dynamic';
    inferred?: InferredRules;
    input?: CaseInput;
    checkpoints: Checkpoint[];
    simulator?: Simulator | SimulatedUser;
    maxTurns: number;
    /** Assertions that are checked on the whole conversation after its end. */
    assertions?: Assertion[];
    never?: Assertion[];
    /** The user's messages, all of which are sent. If set, there is no simulator. */
    turns?: NonNullable<AuthoredCase['turns']>;
    /** `until` as the author wrote it. Its default depends on other fields. */
    until?: NonNullable<AuthoredCase['until']>;
    strict?: boolean;
    /** The turn of an earlier run from which the conversation is continued. Earlier turns are not played again. */
    forked?: ForkPoint;
  };

/** The turn at which a conversation forks, and what is needed to restore the state before it. */
export type ForkPoint = {
  /** The turns before the fork. */
  turns: Turn[];
  /** The user's message at the fork; if missing, the simulator writes it. */
  message?: MessageContent | undefined;
  /** The number of the original attempt. It was the random seed of the attempt's mocks and built-in simulator. */
  attempt: number;
  /** The verdicts of judges and scripts on the turns before the fork. */
  verdicts: { assertions: AssertionResult[]; checkpointChecks: { turn: number; verdicts?: CheckpointVerdict[] }[] };
  /** The facts for which only the simulator's model, and not its rules, noticed that the agent asked. */
  unlocked?: { name: string; turn: number }[] | undefined;
  rollout?: Rollout | undefined;
};

/** A function in a test script. The id of the case is the name of the function. */
export type ScriptCase = CaseBase & {
  kind: 'script';
  /** The path of the script relative to the workspace, with forward slashes. */
  module: string;
  input?: never;
  simulator?: never;
};

/** A case that is written as JSON. */
export type StandardOrDynamicCase = StandardCase | DynamicCase;

/**
 * A question that is asked several times. The answers are compared with each other, or each with the expected answer.
 * It is defined in the `tests` of an agent or workflow, or in a test file.
 */
export type ConsistencyCase = CaseBase & {
  kind: 'consistency';
  /** The question; undefined for a workflow that contains its own question. */
  input?: CaseInput;
  /**
   * The position of the test entry in the suite, counted from 1. The scores of all cases with the same position form
   * one metric.
   */
  test: number;
  /** Other names of the case: its index from 0, its name and its question. */
  aliases: string[];
  /** How often the question is asked. */
  samples: number;
  /**
   * The maximum number of questions that are asked at the same time, and afterwards the maximum number of parallel
   * judge requests.
   */
  concurrency: number;
  pairing: AnswerPairingMode;
  metrics: Metric[];
  /** The expected answer. If it is missing, the answers are compared with each other. */
  expected?: string;
  /** The sources that a right answer is based on, for the recall metric. */
  contexts?: string[];
  /** True if the recall metric compares ids of sources instead of their texts. */
  contextIds?: boolean;
  /** A tool that must be called for every answer. */
  tool?: string;
  simulator?: never;
};

/** A row of a table with inputs and outputs, to which scorers give scores. */
export type ExperimentCase = CaseBase & {
  kind: 'experiment';
  input: string;
  /** The output to score if no agent is called. */
  expectedOutput: string;
  groundTruth?: string;
  range: ScoreRange;
  /** The score ranges in which an output passes, for scorers that have no `range` of their own. */
  ranges?: Record<string, ScoreRange>;
  /** The names of the scorers in display order. */
  scorers: string[];
  /** True if no agent is called, and the column with the expected output is scored. */
  direct: boolean;
  simulator?: never;
};

export type CaseByKind = {
  standard: StandardCase;
  dynamic: DynamicCase;
  script: ScriptCase;
  consistency: ConsistencyCase;
  experiment: ExperimentCase;
};

/** A case in its final form, regardless of its source: with its kind and without short forms. */
export type TestCase = CaseByKind[CaseKind];
