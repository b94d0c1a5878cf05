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
/** The data that a case passes to its agent in addition to the messages. */
export type AgentOptions = z.infer<typeof agentOptionsSchema>;

export const checkpointSchema = z.strictObject({
  id: z.string().min(1),
  description: z.string().optional(),
  assert: assertSchema,
  after: z.array(z.string()).default([]),
  required: z.boolean().default(true),
  strict: z
    .boolean()
    .describe('Whether the case fails when this holds before its turn; overrides the setting of the case')
    .optional(),
  ...inferredKey,
});
/** A condition that a conversation must reach, once everything in `after` has been reached. */
export type Checkpoint = z.infer<typeof checkpointSchema>;

const scriptedTurnSchema = z
  .union([z.string().min(1), z.strictObject({ input: messageContentSchema, assert: assertSchema.optional() })])
  .transform((turn) => (typeof turn === 'string' ? { input: turn } : turn));

const scriptedTurnsSchema = z.array(scriptedTurnSchema).min(1);

/**
 * A case as people write it, one JSON object in a case file. Aliases of keys are replaced by the usual keys before this
 * schema is applied.
 */
export const authoredCaseSchema = z.strictObject({
  id: z.string().min(1).describe('Unique in its file; identifies the case in the history'),
  name: z.string().describe('A title for people').optional(),
  input: caseInputSchema
    .describe(
      'The input of the agent: a text, a message, a list of messages, or a function that makes them: scripts:orders.History. Conversations may leave it out',
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
      'The user of a conversation: built in, with a goal; an agent that plays it; or what the user says, as in `turns`',
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
    .describe('Assertions that must not hold in any turn; the first that does ends the case'),
  until: z
    .enum(['checkpoints', 'done'])
    .describe('When a conversation ends: with its last checkpoint, or when the user has nothing more to say')
    .optional(),
  strict: z.boolean().describe('A checkpoint that holds before its turn fails the case').optional(),
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
 * A case as its author wrote it, with short forms. Checks read this form, before defaults are filled in. `turns` has
 * the user's messages that replace a simulator.
 */
export type AuthoredCase = Omit<z.infer<typeof authoredCaseSchema>, 'simulator'> & {
  simulator?: Simulator | SimulatedUser | undefined;
};

/** The fields of every kind of case. `line` is 1-based; `hash` identifies the content. */
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
  /** Other names of the case, which `--case` accepts like its id. */
  aliases?: string[];
};

/** The fields that replace the real tools of an agent; when all are absent, nothing is replaced. */
export type MockedTools = {
  mocks?: Mocks;
  /** The initial state: the data, or the path of the file that contains the data. */
  state?: JsonObject | string;
  pass?: string[];
  /** A hostile text that is put into a mock's result. */
  inject?: InjectionConfig;
};

/** Rules of a case that nobody has accepted yet. They are checked and reported, but never fail the case. */
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
    /** Assertions on the whole conversation, which are checked after its end. */
    assertions?: Assertion[];
    never?: Assertion[];
    /** The user's messages: all of them are sent, and no simulator is used. */
    turns?: NonNullable<AuthoredCase['turns']>;
    /** `until` as the author wrote it; its default depends on the other rules. */
    until?: NonNullable<AuthoredCase['until']>;
    strict?: boolean;
    /**
     * Continues a conversation from a turn of an earlier run; the agent is not asked again about the turns before it.
     */
    forked?: ForkPoint;
  };

/** The turn at which a conversation forks, and the data that restores the state before it. */
export type ForkPoint = {
  /** The turns before the fork. */
  turns: Turn[];
  /** The user's message at the fork; missing if the simulated user generates this message. */
  message?: MessageContent | undefined;
  /** The number of the attempt that is forked. It was the random seed for the attempt's mocks and built-in user. */
  attempt: number;
  /** The verdicts that judges and scripts gave on the turns before the fork. */
  verdicts: { assertions: AssertionResult[]; checkpointChecks: { turn: number; verdicts?: CheckpointVerdict[] }[] };
  /** The facts for which only the model that plays the user noticed that the agent asked; the rules did not notice. */
  unlocked?: { name: string; turn: number }[] | undefined;
  rollout?: Rollout | undefined;
};

/** A test function of a script; its id is the function's name. */
export type ScriptCase = CaseBase & {
  kind: 'script';
  /** The file with the function, relative to the workspace, with forward slashes. */
  module: string;
  input?: never;
  simulator?: never;
};

/** A case that a person writes as JSON. */
export type StandardOrDynamicCase = StandardCase | DynamicCase;

/**
 * One question asked several times: the answers are compared with each other, or each with the expected answer.
 * It is one entry of an agent's or workflow's `tests`, or one case of a test file.
 */
export type ConsistencyCase = CaseBase & {
  kind: 'consistency';
  /** The question; omitted for a workflow that has its own question. */
  input?: CaseInput;
  /** The position of the test entry in the suite, from 1. The scores of all cases of one entry form one metric. */
  test: number;
  /** Other names of the case: its index from 0, its name and its question. */
  aliases: string[];
  /** The number of times the agent is asked. */
  samples: number;
  /**
   * The maximum number of questions that are asked in parallel. The same number limits the judge requests in parallel
   * afterwards.
   */
  concurrency: number;
  pairing: AnswerPairingMode;
  metrics: Metric[];
  /** The right answer. If it is missing, the answers are compared with each other. */
  expected?: string;
  /** The sources of a right answer, for the recall metric. */
  contexts?: string[];
  /** True when the recall metric compares the ids of retrieved sources, not their text. */
  contextIds?: boolean;
  /** A tool that every answer must have called. */
  tool?: string;
  simulator?: never;
};

/** One row of a table of inputs and outputs, scored by scorers. */
export type ExperimentCase = CaseBase & {
  kind: 'experiment';
  input: string;
  /** The output that is scored when there is no agent. */
  expectedOutput: string;
  groundTruth?: string;
  range: ScoreRange;
  /** The passing score ranges, for scorers without `range`. */
  ranges?: Record<string, ScoreRange>;
  /** The names of the scorers, in order. */
  scorers: string[];
  /** True when no agent is called and the column with the expected output is scored instead. */
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

/**
 * A case in its final form, whatever file or program it came from: its kind is known and its short forms are expanded.
 */
export type TestCase = CaseByKind[CaseKind];
