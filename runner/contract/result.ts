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

/** The request and answer of a validator agent, in full. */
/** The built-in judge's ruling on one criterion. */
const criterionRulingSchema = z.object({
  requirement: z.string(),
  reasoning: z.string(),
  /**
   * The quoted words that prove the ruling, and the turn that contains them. Missing if the ruling is about something
   * absent.
   */
  quote: z.string().optional(),
  turn: z.int().positive().optional(),
  verdict: z.enum(['yes', 'no', 'cannot_tell']),
  /** The reason why the ruling does not count. */
  unproved: z.string().optional(),
});

const agentValidationFields = z.object({
  passed: z.boolean(),
  reason: z.string(),
  /** The validator's id, and its connector if the assertion names one. */
  use: z.string().optional(),
  connector: z.string().optional(),
  criteria: jsonSchema.optional(),
  score: z.number().optional(),
  /** The content that was judged. */
  input: jsonSchema.optional(),
  request: jsonObjectSchema.optional(),
  response: jsonSchema.optional(),
  /** The judge's answer was malformed JSON and was repaired. */
  mended: z.literal(true).optional(),
  /** The first answer gave no verdict, so the judge was asked again. */
  asked_again: z.literal(true).optional(),
  /** The built-in judge's rulings on all criteria, and the version of its prompt. */
  rulings: z.array(criterionRulingSchema).optional(),
  prompt: z.string().optional(),
  /** Why the last check of this judge found it unreliable. Not part of any event. */
  unreliable: z.string().optional(),
  /**
   * The votes of a judge that was asked several times. `passed` is null for a vote in which the judge gave no verdict.
   */
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
  /** The position of the check in a script: `src/setup_test.ts:12:5`, relative to the workspace. */
  place: z.string().optional(),
  negate: z.boolean().optional(),
  expected: jsonSchema.optional(),
  actual: jsonSchema.optional(),
  agentValidation: agentValidationSchema.optional(),
  /** In a conversation: the turn that decided the assertion. */
  turn: z.int().positive().optional(),
  /** Set for assertions in `never`, or in one of the case's `turns`. */
  rule: z.enum(['never', 'turn']).optional(),
  /** For assertions that an agent or script decides: the assertion as written, but without `negate` and `message`. */
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
 * One user message and the agent's answer. `durationMs` is the time of the agent, `simulatorMs` the time of the
 * simulator.
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
  /** Interrupts at which the agent paused in this turn. */
  interrupts: z.array(interruptSchema).optional(),
  reasoning: z.string().optional(),
  /** Set if the simulator reported with this message that its goal was achieved. */
  goalAchieved: z.literal(true).optional(),
  /**
   * For a built-in user that a model plays: the states of the user's goals at this message; missing while all goals are
   * open.
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
  /** The tool that the checkpoint's assertion requires to be called. */
  tool: z.string().optional(),
  outOfOrderAtTurns: z.array(z.int().positive()),
  passed: z.boolean(),
  /**
   * For a checkpoint that forbids something: whether the forbidden thing never happened after the checkpoint's
   * prerequisites were reached.
   */
  invariant: z.enum(['kept', 'broken', 'not_judged']).optional(),
  brokenAtTurn: z.int().positive().optional(),
  message: z.string().optional(),
  agentValidation: agentValidationSchema.optional(),
});
export type CheckpointResult = z.infer<typeof checkpointResultSchema>;

/**
 * For an attempt of a bisection: the turn from which it continued the stored conversation, and how it continued.
 */
export const rolloutSchema = z.object({
  /** The number of turns that were taken over unchanged from the stored conversation. */
  kept: z.int().nonnegative(),
  /** True if the attempt played only one new turn. */
  alone: z.literal(true).optional(),
  /** True if the user's message of the first new turn was generated again. */
  newMessage: z.literal(true).optional(),
});
export type Rollout = z.infer<typeof rolloutSchema>;

/** A fact that the built-in user knows, and how it came up in the conversation. */
export const userFactSchema = z.object({
  name: z.string(),
  state: z.enum(factStates),
  /** The turn in which the agent first asked for the fact. */
  askedAtTurn: z.int().positive().optional(),
  /** Set if only the model that plays the user noticed that the agent asked for the fact. */
  by: z.literal('model').optional(),
  /** The turn in which the user first told the fact. */
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
  /** Tool calls that no assertion names, except for look-ups that a mock answered. */
  calls: z.array(z.object({ name: z.string(), turn: z.int().positive() })),
  /** True if the conversation ended when its last checkpoint was reached, before the simulator's goal was achieved. */
  endedBeforeDone: z.boolean(),
  /**
   * Descriptions of rules that forbid something and passed although the answer almost contains it. They may have passed
   * by mistake.
   */
  overlooked: z.array(z.string()).optional(),
});

/** Fields common to all results, plus those of one kind (`kindFields`). */
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
    /** The result for a case that was repeated until it was certain; set on the last attempt of the case. */
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
     * its id.
     */
    inferred: z.array(assertionResultSchema).optional(),
    toolCalls: z.array(toolCallSchema),
    /** Connectors of the models that the agent called. The agent's own files may use other names for them. */
    connector: z.string().optional(),
    usage: usageByRoleSchema.optional(),
    metadata: jsonSchema.optional(),
    warnings: z.array(z.string()).optional(),
    /** Set on passed attempts: the calls and texts that no rule of the case checked. */
    unjudged: unjudgedSchema.optional(),
    /** Set on passed attempts: parts of the case that had no effect, such as `mock refund`. */
    idle: z.array(z.string()).optional(),
    /** The state at the end; set for cases with mocks. */
    state: endStateSchema.optional(),
    /** The outcome of the hostile text; set for cases with `inject`. */
    injection: injectionSchema.optional(),
    /** All faults found in the attempt, including hints. */
    faults: z.array(faultSchema).optional(),
    /** Set on attempts without a right result: the fault that decided the status. */
    fault: faultSchema.optional(),
    /** Why the stored result is unreadable. Not part of any event: the history reader substitutes an error result. */
    unreadable: z.string().optional(),
    ...kindFields,
    endReason: z.enum(endReasons).optional(),
  });
}

const resultByKindSchema = z.discriminatedUnion('kind', [
  createResultSchema('standard', {
    /** Interrupts at which the agent paused. */
    interrupts: z.array(interruptSchema).optional(),
  }),
  createResultSchema('dynamic', {
    turns: z.array(turnSchema).optional(),
    checkpoints: z.array(checkpointResultSchema).optional(),
    rollout: rolloutSchema.optional(),
    /**
     * For imported conversations: the verdict of the other tool, such as `reward 1`. It does not affect the status
     * here.
     */
    importedVerdict: z.object({ passed: z.boolean(), from: z.string() }).optional(),
    /** Set if the user was the built-in user. */
    simulator: z
      .object({
        by: z.enum(simulatorModes),
        facts: z.array(userFactSchema),
        /**
         * For a user that a model plays: the number of messages that violated the rules for the user, and the version
         * of the prompt.
         */
        breaches: z.int().nonnegative().optional(),
        prompt: z.string().optional(),
      })
      .optional(),
  }),
  // `logs` are the lines that the test function wrote with `t.log` or to its console.
  createResultSchema('script', { logs: z.array(z.string()).optional() }),
  createResultSchema('consistency', {
    /** Position of the case's entry in its suite, from 1. */
    test: z.int().positive().optional(),
    samples: z.array(answerSampleSchema).optional(),
    scores: z.array(scoreSchema).optional(),
    metrics: z.array(metricResultSchema).optional(),
    /** Mean of the metrics that count as accuracy; null when nothing could be scored. */
    score: z.number().nullable().optional(),
  }),
  createResultSchema('experiment', {
    /** The expected answer that the scorers used, if it is not the expected output. */
    groundTruth: z.string().optional(),
    scores: z.array(scoreSchema).optional(),
    /** The mean of the scorers' scores; null when nothing could be scored. */
    score: z.number().nullable().optional(),
  }),
]);
export type ResultByKind = { [Kind in CaseKind]: Extract<z.infer<typeof resultByKindSchema>, { kind: Kind }> };

/** The complete record of one finished attempt. It contains everything that the other events of the attempt report. */
export type CaseResult = UnionWithAllKeys<ResultByKind[CaseKind]>;
export const caseResultSchema: z.ZodType<CaseResult> = resultByKindSchema;
