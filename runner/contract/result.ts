import * as z from 'zod';
import type { AnyOf } from '../values/index.ts';
import { type CaseKind, caseDecisions, caseStatuses, setAsideReasons } from './closed-sets.ts';
import { faultSchema } from './fault.ts';
import { interruptSchema } from './interrupt.ts';
import { jsonObjectSchema, jsonSchema } from './json-value.ts';
import { caseInputSchema, messageContentSchema } from './message.ts';
import { endStateSchema } from './mock.ts';
import { metricResultSchema, sampleSchema, scoreSchema } from './score.ts';
import { toolCallSchema, usageByRoleSchema, usageSchema } from './tool-call.ts';

export const assertionStatuses = ['passed', 'failed', 'error'] as const;

/** The request and answer of a validator agent, in full. */
export const agentValidationSchema = z.object({
  passed: z.boolean(),
  reason: z.string(),
  /** The validator's id, and its connector if the assertion names one. */
  use: z.string().optional(),
  connector: z.string().optional(),
  criteria: jsonSchema.optional(),
  score: z.number().optional(),
  /** What was judged. */
  input: jsonSchema.optional(),
  request: jsonObjectSchema.optional(),
  response: jsonSchema.optional(),
  /** The answer was nearly JSON. */
  mended: z.literal(true).optional(),
  /** The first answer decided nothing. */
  asked_again: z.literal(true).optional(),
  /** Why the last check of the judge found it unreliable. It comes from no event. */
  unreliable: z.string().optional(),
  /** Where it was asked several times: each vote, null where it gave no verdict. */
  votes: z
    .array(z.object({ passed: z.boolean().nullable(), reason: z.string(), score: z.number().optional() }))
    .optional(),
});
export type AgentValidation = z.infer<typeof agentValidationSchema>;

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
  /** In a conversation: the turn that decided it. */
  turn: z.int().positive().optional(),
  /** It stands in `never`, or in one of the case's `turns`. */
  rule: z.enum(['never', 'turn']).optional(),
  /** Of an assertion that an agent or a script decides: all of it but `negate` and `message`. */
  asked: jsonObjectSchema.optional(),
});
export type AssertionResult = z.infer<typeof assertionResultSchema>;

/** The verdict of an agent or a script on one turn for a checkpoint; its subject is the turn itself. */
export const checkpointVerdictSchema = assertionResultSchema.pick({
  type: true,
  status: true,
  message: true,
  negate: true,
  asked: true,
});
export type CheckpointVerdict = z.infer<typeof checkpointVerdictSchema>;

export const turnOrigins = ['case', 'simulator'] as const;

/** One user message and the agent's answer. `durationMs` is the agent's share, `simulatorMs` the simulator's. */
export const turnSchema = z.object({
  turn: z.int().positive(),
  origin: z.enum(turnOrigins),
  input: messageContentSchema,
  output: jsonSchema.optional(),
  response: z
    .object({ content: z.string(), toolCalls: z.array(toolCallSchema), next: jsonSchema.optional() })
    .optional(),
  checkpointsReached: z.array(z.string()),
  /** What the agent stopped for in this turn. */
  interrupts: z.array(interruptSchema).optional(),
  reasoning: z.string().optional(),
  /** With this message the simulator was content. */
  goalAchieved: z.literal(true).optional(),
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
  /** The tool that an assertion of the checkpoint asks for. */
  tool: z.string().optional(),
  outOfOrderAtTurns: z.array(z.int().positive()),
  passed: z.boolean(),
  /** It says what must not be: whether it held in all turns since its prerequisites were reached. */
  invariant: z.enum(['kept', 'broken', 'not_judged']).optional(),
  brokenAtTurn: z.int().positive().optional(),
  message: z.string().optional(),
  agentValidation: agentValidationSchema.optional(),
});
export type CheckpointResult = z.infer<typeof checkpointResultSchema>;

export const endReasons = [
  'checkpoints_reached',
  'goal_achieved',
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
  /** Calls that no assertion names, and no mock answered. */
  calls: z.array(z.object({ name: z.string(), turn: z.int().positive() })),
  /** It ended at its last checkpoint while its user had more to say. */
  endedBeforeDone: z.boolean(),
  /** Rules on what must not be that may have held by a slip: the answer has nearly what they name. */
  overlooked: z.array(z.string()).optional(),
});

/** The fields of every result, and the `own` ones of a kind. */
function resultSchemaFor<Kind extends CaseKind, Own extends z.ZodRawShape>(kind: Kind, own: Own) {
  return z.object({
    id: z.string(),
    /** Of the content of the case. */
    hash: z.string().optional(),
    name: z.string().optional(),
    kind: z.literal(kind),
    tags: z.array(z.string()).optional(),
    attempt: z.int().positive(),
    status: z.enum(caseStatuses),
    /** It counts in no rate, gate or comparison. */
    setAside: z.enum(setAsideReasons).optional(),
    /** On the last attempt of a case that was repeated until it was decided. */
    decision: z.enum(caseDecisions).optional(),
    input: caseInputSchema.optional(),
    output: jsonSchema.optional(),
    expected: jsonSchema.optional(),
    error: z.string().optional(),
    reason: z.string().optional(),
    startedAt: z.number(),
    durationMs: z.number(),
    assertions: z.array(assertionResultSchema),
    toolCalls: z.array(toolCallSchema),
    /** The connectors of the models that the agent asked, whatever its files call them. */
    connector: z.string().optional(),
    usage: usageByRoleSchema.optional(),
    metadata: jsonSchema.optional(),
    warnings: z.array(z.string()).optional(),
    /** Of a pass: what no rule of the case looked at. */
    unjudged: unjudgedSchema.optional(),
    /** Of a pass: the parts of the case that did nothing, such as `mock refund`. */
    idle: z.array(z.string()).optional(),
    /** Of a case with mocks. */
    state: endStateSchema.optional(),
    /** Everything that somebody did wrong, hints included. */
    faults: z.array(faultSchema).optional(),
    /** Of an attempt that went wrong: the one that decided it. */
    fault: faultSchema.optional(),
    /** Why the stored result cannot be read. It comes from no event: the reader of the history puts an error in its place. */
    unreadable: z.string().optional(),
    ...own,
    endReason: z.enum(endReasons).optional(),
  });
}

const resultsByKind = z.discriminatedUnion('kind', [
  resultSchemaFor('standard', {
    /** What the agent stopped for. */
    interrupts: z.array(interruptSchema).optional(),
  }),
  resultSchemaFor('dynamic', {
    turns: z.array(turnSchema).optional(),
    checkpoints: z.array(checkpointResultSchema).optional(),
  }),
  // Its `logs` are the lines that the test wrote with `t.log` and to its console.
  resultSchemaFor('script', { logs: z.array(z.string()).optional() }),
  resultSchemaFor('consistency', {
    /** The place of the case's entry in its suite, from 1. */
    test: z.int().positive().optional(),
    samples: z.array(sampleSchema).optional(),
    scores: z.array(scoreSchema).optional(),
    metrics: z.array(metricResultSchema).optional(),
    /** The mean of what counts as accuracy; null when nothing could be scored. */
    score: z.number().nullable().optional(),
  }),
  resultSchemaFor('experiment', {
    /** The ground truth of a scorer, if it is not the expected output. */
    groundTruth: z.string().optional(),
    scores: z.array(scoreSchema).optional(),
    /** The mean of the scorers; null when nothing could be scored. */
    score: z.number().nullable().optional(),
  }),
]);
export type ResultByKind = { [Kind in CaseKind]: Extract<z.infer<typeof resultsByKind>, { kind: Kind }> };

/** Everything there is to know about one finished attempt; whoever missed the other events still has it all. */
export type CaseResult = AnyOf<ResultByKind[CaseKind]>;
export const caseResultSchema: z.ZodType<CaseResult> = resultsByKind;
