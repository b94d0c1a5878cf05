import * as z from 'zod';
import type { UnionWithAllKeys } from '../values/index.ts';
import {
  type CaseKind,
  caseDecisions,
  caseStatuses,
  exclusionReasons,
  factStates,
  simulatorModes,
  userGoalStates,
} from './closed-sets.ts';
import { faultSchema } from './fault.ts';
import { injectionSchema } from './injection.ts';
import { interruptSchema } from './interrupt.ts';
import { jsonObjectSchema, jsonSchema } from './json-value.ts';
import { caseInputSchema, messageContentSchema } from './message.ts';
import { endStateSchema } from './mock.ts';
import { answerSampleSchema, metricResultSchema, scoreSchema } from './score.ts';
import { toolCallSchema, usageByRoleSchema, usageSchema } from './tool-call.ts';

export const assertionStatuses = ['passed', 'failed', 'error'] as const;

/** The built-in judge's ruling on one criterion. */
const criterionRulingSchema = z.object({
  requirement: z.string(),
  reasoning: z.string(),
  /** The quote that proves the ruling, and its turn. Missing if the ruling is about something absent. */
  quote: z.string().optional(),
  turn: z.int().positive().optional(),
  verdict: z.enum(['yes', 'no', 'cannot_tell']),
  /** Why the ruling does not count. */
  unproved: z.string().optional(),
});

const agentValidationFields = z.object({
  passed: z.boolean(),
  reason: z.string(),
  /** The id of the validator agent, and its connector if the assertion names one. */
  use: z.string().optional(),
  connector: z.string().optional(),
  criteria: jsonSchema.optional(),
  score: z.number().optional(),
  /** What was judged. */
  input: jsonSchema.optional(),
  request: jsonObjectSchema.optional(),
  response: jsonSchema.optional(),
  /** Set if the judge's answer was invalid JSON that was repaired. */
  mended: z.literal(true).optional(),
  /** Set if the judge was asked again, because its first answer contained no verdict. */
  asked_again: z.literal(true).optional(),
  /** The built-in judge's ruling on each criterion, and the version of its prompt. */
  rulings: z.array(criterionRulingSchema).optional(),
  prompt: z.string().optional(),
  /** Why this judge was found unreliable when it was last checked. Not part of any event. */
  unreliable: z.string().optional(),
  /** The votes of a judge that was asked several times. `passed` is null for a vote without a verdict. */
  votes: z
    .array(z.object({ passed: z.boolean().nullable(), reason: z.string(), score: z.number().optional() }))
    .optional(),
});
export type AgentValidation = z.infer<typeof agentValidationFields>;
export interface AgentValidationSchema extends z.ZodType<AgentValidation> {}
export const agentValidationSchema: AgentValidationSchema = agentValidationFields;

export const assertionResultSchema = z.object({
  type: z.string(),
  status: z.enum(assertionStatuses),
  message: z.string().optional(),
  path: z.string().optional(),
  /** The position of the check in a script, such as `src/setup_test.ts:12:5`, relative to the workspace. */
  place: z.string().optional(),
  negate: z.boolean().optional(),
  expected: jsonSchema.optional(),
  actual: jsonSchema.optional(),
  agentValidation: agentValidationSchema.optional(),
  /** The turn of a conversation that decided the assertion. */
  turn: z.int().positive().optional(),
  /** Set for assertions in `never` and for assertions on one of the case's `turns`. */
  rule: z.enum(['never', 'turn']).optional(),
  /** For assertions that an agent or script evaluates: the assertion as written, without `negate` and `message`. */
  asked: jsonObjectSchema.optional(),
});
export type AssertionResult = z.infer<typeof assertionResultSchema>;

/** The verdict of an agent or script on one turn, for an assertion of a checkpoint. */
export const checkpointVerdictSchema = assertionResultSchema.pick({
  type: true,
  status: true,
  message: true,
  negate: true,
  asked: true,
});
export type CheckpointVerdict = z.infer<typeof checkpointVerdictSchema>;

export const turnOrigins = ['case', 'simulator'] as const;

/**
 * A user message and the agent's answer. `durationMs` is how long the agent took, `simulatorMs` how long the simulator
 * took.
 */
export const turnSchema = z.object({
  turn: z.int().positive(),
  origin: z.enum(turnOrigins),
  input: messageContentSchema,
  output: jsonSchema.optional(),
  response: z
    .object({ content: z.string(), toolCalls: z.array(toolCallSchema), next: jsonSchema.optional() })
    .optional(),
  checkpointsReached: z.array(z.string()),
  /** The interrupts of the agent in this turn. */
  interrupts: z.array(interruptSchema).optional(),
  reasoning: z.string().optional(),
  /** Set if the simulator reported with this message that its goal was achieved. */
  goalAchieved: z.literal(true).optional(),
  /**
   * For a built-in simulator with a model: the state of each goal at this message. Missing while all goals are open.
   */
  goals: z.array(z.enum(userGoalStates)).optional(),
  usage: usageSchema.optional(),
  startedAt: z.number(),
  durationMs: z.number(),
  simulatorMs: z.number().optional(),
  error: z.string().optional(),
});
export type Turn = z.infer<typeof turnSchema>;

export const checkpointResultSchema = z.object({
  id: z.string(),
  description: z.string().optional(),
  after: z.array(z.string()),
  required: z.boolean(),
  reached: z.boolean(),
  reachedAtTurn: z.int().positive().optional(),
  /** The tool that must be called to reach the checkpoint. */
  tool: z.string().optional(),
  outOfOrderAtTurns: z.array(z.int().positive()),
  passed: z.boolean(),
  /** For a checkpoint that forbids something: whether this never happened after the predecessors were reached. */
  invariant: z.enum(['kept', 'broken', 'not_judged']).optional(),
  brokenAtTurn: z.int().positive().optional(),
  message: z.string().optional(),
  agentValidation: agentValidationSchema.optional(),
});
export type CheckpointResult = z.infer<typeof checkpointResultSchema>;

/** For a rollout of a bisection: from which turn of the stored conversation it continued, and how. */
export const rolloutSchema = z.object({
  /** How many turns were taken unchanged from the stored conversation. */
  kept: z.int().nonnegative(),
  /** True if only one new turn was played. */
  alone: z.literal(true).optional(),
  /** True if the user's message in the first new turn was generated again. */
  newMessage: z.literal(true).optional(),
});
export type Rollout = z.infer<typeof rolloutSchema>;

/** A fact that the built-in simulator knows, and how it came up in the conversation. */
export const userFactSchema = z.object({
  name: z.string(),
  state: z.enum(factStates),
  /** The turn in which the agent first asked for the fact. */
  askedAtTurn: z.int().positive().optional(),
  /** Set if only the model of the simulator, and not its rules, noticed that the agent asked for the fact. */
  by: z.literal('model').optional(),
  /** The turn in which the user first mentioned the fact. */
  toldAtTurn: z.int().positive().optional(),
});
export type UserFact = z.infer<typeof userFactSchema>;

export const endReasons = [
  'checkpoints_reached',
  'goal_achieved',
  'refused',
  'turns_played',
  'agent_ended',
  'never',
  'out_of_order',
  'max_turns',
  'no_simulator',
  'timeout',
  'agent_error',
  'unmocked_call',
  'simulator_error',
  'input_error',
  'hook_error',
  'judge_error',
  'script_error',
  'scorer_error',
  'cancelled',
] as const;
export type EndReason = (typeof endReasons)[number];

const unjudgedSchema = z.object({
  /** Tool calls that no assertion checks, except read-only calls that a mock answered. */
  calls: z.array(z.object({ name: z.string(), turn: z.int().positive() })),
  /** True if the conversation ended with its last checkpoint, before the simulator's goal was achieved. */
  endedBeforeDone: z.boolean(),
  /** Describes rules that forbid something and may have passed by mistake, because the answer almost contains it. */
  overlooked: z.array(z.string()).optional(),
});

/** Creates the schema of results of one kind; `kindFields` are its fields in addition to the common ones. */
function createResultSchema<Kind extends CaseKind, Own extends z.ZodRawShape>(kind: Kind, kindFields: Own) {
  return z.object({
    id: z.string(),
    /** The hash of the case's content. */
    hash: z.string().optional(),
    name: z.string().optional(),
    kind: z.literal(kind),
    tags: z.array(z.string()).optional(),
    attempt: z.int().positive(),
    status: z.enum(caseStatuses),
    /** Why the attempt is excluded from rates, gates and comparisons. */
    setAside: z.enum(exclusionReasons).optional(),
    /** Set on the last attempt of a case that was repeated until its result was clear. */
    decision: z.enum(caseDecisions).optional(),
    input: caseInputSchema.optional(),
    output: jsonSchema.optional(),
    expected: jsonSchema.optional(),
    error: z.string().optional(),
    reason: z.string().optional(),
    startedAt: z.number(),
    durationMs: z.number(),
    assertions: z.array(assertionResultSchema),
    /**
     * The results of rules that nobody has accepted yet. They do not affect the status. For a checkpoint, `expected` is
     * the checkpoint's id.
     */
    inferred: z.array(assertionResultSchema).optional(),
    toolCalls: z.array(toolCallSchema),
    /** The connectors of the models that the agent called. The agent's files may contain other names for them. */
    connector: z.string().optional(),
    usage: usageByRoleSchema.optional(),
    metadata: jsonSchema.optional(),
    warnings: z.array(z.string()).optional(),
    /** Set on passed attempts: what no rule of the case checked. */
    unjudged: unjudgedSchema.optional(),
    /** Set on passed attempts: parts of the case that had no effect, such as `mock refund`. */
    idle: z.array(z.string()).optional(),
    /** The state at the end; set for cases with mocks. */
    state: endStateSchema.optional(),
    /** The result of the prompt injection; set for cases with `inject`. */
    injection: injectionSchema.optional(),
    /** All faults in the attempt, including hints. */
    faults: z.array(faultSchema).optional(),
    /** Set on attempts that did not pass: the fault that determined the status. */
    fault: faultSchema.optional(),
    /**
     * Why the stored result could not be read. Not part of any event: readers of the history set it on an error result.
     */
    unreadable: z.string().optional(),
    ...kindFields,
    endReason: z.enum(endReasons).optional(),
  });
}

const resultByKindSchema = z.discriminatedUnion('kind', [
  createResultSchema('standard', {
    /** The interrupts of the agent. */
    interrupts: z.array(interruptSchema).optional(),
  }),
  createResultSchema('dynamic', {
    turns: z.array(turnSchema).optional(),
    checkpoints: z.array(checkpointResultSchema).optional(),
    rollout: rolloutSchema.optional(),
    /** For imported conversations: the verdict of the other tool, such as `reward 1`. It does not affect the status. */
    importedVerdict: z.object({ passed: z.boolean(), from: z.string() }).optional(),
    /** Set if the built-in simulator played the user. */
    simulator: z
      .object({
        by: z.enum(simulatorModes),
        facts: z.array(userFactSchema),
        /** For a simulator with a model: how many of its messages broke its rules, and the version of its prompt. */
        breaches: z.int().nonnegative().optional(),
        prompt: z.string().optional(),
      })
      .optional(),
  }),
  // `logs` are the lines that the test function has written with `t.log` or to its console.
  createResultSchema('script', { logs: z.array(z.string()).optional() }),
  createResultSchema('consistency', {
    /** The position of the case's entry in its suite, counted from 1. */
    test: z.int().positive().optional(),
    samples: z.array(answerSampleSchema).optional(),
    scores: z.array(scoreSchema).optional(),
    metrics: z.array(metricResultSchema).optional(),
    /** The mean of the metrics that count as accuracy; null if nothing could be scored. */
    score: z.number().nullable().optional(),
  }),
  createResultSchema('experiment', {
    /** The expected answer that the scorers used, if it differs from the expected output. */
    groundTruth: z.string().optional(),
    scores: z.array(scoreSchema).optional(),
    /** The mean of the scores of all scorers; null if nothing could be scored. */
    score: z.number().nullable().optional(),
  }),
]);
export type ResultByKind = { [Kind in CaseKind]: Extract<z.infer<typeof resultByKindSchema>, { kind: Kind }> };

/** The complete record of a finished attempt. It includes everything that the other events of the attempt report. */
export type CaseResult = UnionWithAllKeys<ResultByKind[CaseKind]>;
export const caseResultSchema: z.ZodType<CaseResult> = resultByKindSchema;
