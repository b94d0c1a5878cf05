import * as z from 'zod';
import { caseDecisions, runOutcomes, usageRoles } from './closed-sets.ts';
import { EVENT_VERSION } from './event-version.ts';
import { faultSchema } from './fault.ts';
import { jsonObjectSchema, jsonSchema } from './json-value.ts';
import { messageContentSchema } from './message.ts';
import { announcedCaseSchema, environmentSchema, runOptionsSchema, suiteSchema } from './plan.ts';
import { assertionResultSchema, caseResultSchema, checkpointVerdictSchema, turnOrigins, turnSchema } from './result.ts';
import { answerSampleSchema, scoreSchema } from './score.ts';
import { summarySchema } from './summary.ts';
import { usageByRoleSchema, usageSchema } from './tool-call.ts';

export const phases = ['simulator', 'agent', 'tool', 'judge', 'scorer', 'script'] as const;
/** What an attempt is waiting for. */
export type Phase = (typeof phases)[number];

export const checkpointStates = ['reached', 'out_of_order', 'failed_try', 'kept', 'broken'] as const;
export type CheckpointState = (typeof checkpointStates)[number];

const envelopeFields = {
  v: z.literal(EVENT_VERSION),
  runId: z.string(),
  /** The number of the event in its run. Numbers start at 1 and have no gaps. */
  seq: z.int().positive(),
  /** The time in milliseconds since 1970, UTC. */
  at: z.number(),
};
/**
 * The reason why the original event in the log could not be read. If set, this event stands in for it. Only readers of
 * the log set it.
 */
const unreadableReasonSchema = z.string().optional();
const attemptFields = { suiteKey: z.string(), caseId: z.string(), attempt: z.int().positive() };

const runStartedSchema = z.object({
  ...envelopeFields,
  type: z.literal('run.started'),
  suites: z.array(suiteSchema),
  /** The number of selected cases. The event contains the first thousand; the others follow in `cases.announced`. */
  total: z.int(),
  /** The number of cases before the selection; missing if all of them run. */
  available: z.int().optional(),
  cases: z.array(announcedCaseSchema),
  options: runOptionsSchema,
  environment: environmentSchema,
  toolVersion: z.string(),
  gitCommit: z.string().optional(),
  warnings: z.array(z.string()).optional(),
  unreadable: unreadableReasonSchema,
});
/**
 * Further cases of a large run that did not fit into `run.started`, in order. They are split into several events, so
 * that each event stays small.
 */
const casesAnnouncedSchema = z.object({
  ...envelopeFields,
  type: z.literal('cases.announced'),
  cases: z.array(announcedCaseSchema),
});
const hookFinishedSchema = z.object({
  ...envelopeFields,
  type: z.literal('hook.finished'),
  scope: z.enum(['run', 'case']),
  phase: z.enum(['before', 'after']),
  suiteKey: z.string().optional(),
  caseId: z.string().optional(),
  attempt: z.int().positive().optional(),
  durationMs: z.number(),
  error: z.string().optional(),
});
const caseStartedSchema = z.object({ ...envelopeFields, ...attemptFields, type: z.literal('case.started') });
const phaseStartedSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  type: z.literal('phase.started'),
  turn: z.int().positive(),
  phase: z.enum(phases),
});
/** The user message of a turn is sent to the agent. */
const turnStartedSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  type: z.literal('turn.started'),
  turn: z.int().positive(),
  origin: z.enum(turnOrigins),
  input: messageContentSchema,
});
const toolFields = {
  turn: z.int().positive(),
  /** The number of the call, which is unique within the attempt. */
  call: z.int().positive(),
  server: z.string().optional(),
  tool: z.string(),
};
const toolStartedSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  ...toolFields,
  type: z.literal('tool.started'),
  arguments: jsonSchema.optional(),
});
/** A tool call has ended. Its result is part of the turn and not of this event. */
const toolFinishedSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  ...toolFields,
  type: z.literal('tool.finished'),
  startedAt: z.number(),
  durationMs: z.number(),
  error: z.string().optional(),
});
/** A model was called, by the tested agent, the simulator or a judge. */
const modelCalledSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  type: z.literal('model.called'),
  turn: z.int().positive(),
  role: z.enum(usageRoles),
  /** The agent on whose behalf the model was called. */
  agentId: z.string(),
  connector: z.string(),
  startedAt: z.number(),
  durationMs: z.number(),
  usage: usageSchema.optional(),
  finishReason: z.string().optional(),
  error: z.string().optional(),
  /** The full request and response; missing where a summary is enough. */
  request: z
    .object({
      options: jsonObjectSchema.optional(),
      tools: z.array(jsonSchema).optional(),
      messages: z.array(jsonSchema),
    })
    .optional(),
  answer: z.object({ content: z.string(), toolCalls: z.array(jsonSchema) }).optional(),
});
const turnFinishedSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  type: z.literal('turn.finished'),
  turn: turnSchema,
});
const checkpointUpdatedSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  type: z.literal('checkpoint.updated'),
  checkpoint: z.string(),
  turn: z.int().positive(),
  state: z.enum(checkpointStates),
  message: z.string().optional(),
  verdicts: z.array(checkpointVerdictSchema).optional(),
});
const assertionFinishedSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  type: z.literal('assertion.finished'),
  assertion: assertionResultSchema,
});
const sampleFinishedSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  type: z.literal('sample.finished'),
  sample: answerSampleSchema,
});
const scoreFinishedSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  type: z.literal('score.finished'),
  score: scoreSchema,
});
const faultFoundSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  type: z.literal('fault.found'),
  fault: faultSchema,
});
const logWrittenSchema = z.object({
  ...envelopeFields,
  type: z.literal('log.written'),
  source: z.string(),
  text: z.string(),
  suiteKey: z.string().optional(),
  caseId: z.string().optional(),
  attempt: z.int().positive().optional(),
});
const caseFinishedSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  type: z.literal('case.finished'),
  result: caseResultSchema,
});
/**
 * An attempt failed for reasons outside the agent and is repeated in a new session. `result` is the complete result of
 * the failed attempt.
 */
const caseRepeatedSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  type: z.literal('case.repeated'),
  result: caseResultSchema,
});
/** Two workers of a queue ran the same attempt. One of the results is dropped, but its usage counts. */
const deliveryDroppedSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  type: z.literal('delivery.dropped'),
  worker: z.string(),
  usage: usageByRoleSchema.optional(),
});
/**
 * With `--runs auto`, the result of a case has become clear, or the maximum number of attempts was reached. `attempt`
 * is the last attempt.
 */
const caseDecidedSchema = z.object({
  ...envelopeFields,
  ...attemptFields,
  type: z.literal('case.decided'),
  decision: z.enum(caseDecisions),
  passed: z.int(),
});
const runFinishedSchema = z.object({
  ...envelopeFields,
  type: z.literal('run.finished'),
  outcome: z.enum(runOutcomes),
  summary: summarySchema,
  exitCode: z.int(),
  reason: z.string(),
  /**
   * Why the run did not pass everything that was required, such as a gate. If anything is listed, later runs are not
   * compared with this run.
   */
  missed: z.array(z.string()).optional(),
  unreadable: unreadableReasonSchema,
});
/** Stands in for an event of the log that cannot be read. Only readers of the log create it; runs never write it. */
const eventUnreadableSchema = z.object({
  ...envelopeFields,
  type: z.literal('event.unreadable'),
  /** The type of the unreadable event; missing if it is unknown. */
  of: z.string().optional(),
  why: z.string(),
  suiteKey: z.string().optional(),
  caseId: z.string().optional(),
  attempt: z.int().positive().optional(),
});

/** One line of the event log of a run. Everything else is derived from these events. */
export const runEventSchema = z.discriminatedUnion('type', [
  runStartedSchema,
  casesAnnouncedSchema,
  hookFinishedSchema,
  caseStartedSchema,
  phaseStartedSchema,
  turnStartedSchema,
  toolStartedSchema,
  toolFinishedSchema,
  modelCalledSchema,
  turnFinishedSchema,
  checkpointUpdatedSchema,
  assertionFinishedSchema,
  sampleFinishedSchema,
  scoreFinishedSchema,
  faultFoundSchema,
  logWrittenSchema,
  caseRepeatedSchema,
  deliveryDroppedSchema,
  caseFinishedSchema,
  caseDecidedSchema,
  runFinishedSchema,
  eventUnreadableSchema,
]);
export type RunEvent = z.infer<typeof runEventSchema>;
export type RunEventType = RunEvent['type'];

type WithoutEnvelope<Event> = Event extends RunEvent ? Omit<Event, 'v' | 'runId' | 'seq' | 'at'> : never;
/** An event to which the log has not assigned a sequence number and a time yet. */
export type RunEventBody = WithoutEnvelope<RunEvent>;
