import * as z from 'zod';
import { jsonSchema } from '../../../contract/index.ts';

// Accepts null for a missing field, because older servers send it. AG-UI 1.0 forbids this, but its own client accepts
// it.
const textSchema = z.string();
const optionalTextSchema = z.string().nullish();
const optionalCountSchema = z.number().nonnegative().nullish();

const usageSchema = z
  .array(
    z.object({
      inputTokens: optionalCountSchema,
      outputTokens: optionalCountSchema,
      cachedInputTokens: optionalCountSchema,
    }),
  )
  .nullish();
const contentSchema = z.union([z.string(), z.array(jsonSchema)]);

const toolCallSchema = z.object({
  id: textSchema,
  type: z.literal('function').default('function'),
  function: z.object({ name: textSchema, arguments: z.string().default('') }),
});
const messageSchema = z.looseObject({
  id: textSchema,
  role: textSchema,
  content: jsonSchema.nullish(),
  toolCalls: z.array(toolCallSchema).nullish(),
  toolCallId: optionalTextSchema,
  error: optionalTextSchema,
});
/** A message of the conversation in the agent's format. */
export type AgUiMessage = z.infer<typeof messageSchema>;

const interruptSchema = z.object({
  id: textSchema,
  reason: textSchema,
  message: optionalTextSchema,
  toolCallId: optionalTextSchema,
  responseSchema: jsonSchema.nullish(),
});
export type AgUiInterrupt = z.infer<typeof interruptSchema>;

const outcomeSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success') }),
  z.object({ type: z.literal('cancelled') }),
  z.object({ type: z.literal('interrupt'), interrupts: z.array(interruptSchema).min(1) }),
]);

const patchSchema = z.array(
  z.object({ op: textSchema, path: textSchema, from: z.string().optional(), value: jsonSchema.optional() }),
);

/** The AG-UI events that affect an answer, with the fields that are used here. */
export const agUiEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('RUN_STARTED'), threadId: textSchema, runId: textSchema }),
  z.object({
    type: z.literal('RUN_FINISHED'),
    result: jsonSchema.nullish(),
    outcome: outcomeSchema.nullish(),
    usage: usageSchema,
  }),
  z.object({ type: z.literal('RUN_ERROR'), message: textSchema, code: optionalTextSchema, usage: usageSchema }),
  z.object({ type: z.literal('TEXT_MESSAGE_START'), messageId: textSchema, role: optionalTextSchema }),
  z.object({ type: z.literal('TEXT_MESSAGE_CONTENT'), messageId: textSchema, delta: textSchema }),
  z.object({ type: z.literal('TEXT_MESSAGE_END'), messageId: textSchema }),
  z.object({
    type: z.literal('TEXT_MESSAGE_CHUNK'),
    messageId: optionalTextSchema,
    role: optionalTextSchema,
    delta: optionalTextSchema,
    subagentRunId: optionalTextSchema,
  }),
  z.object({
    type: z.literal('TOOL_CALL_START'),
    toolCallId: textSchema,
    toolCallName: textSchema,
    parentMessageId: optionalTextSchema,
  }),
  z.object({ type: z.literal('TOOL_CALL_ARGS'), toolCallId: textSchema, delta: textSchema }),
  z.object({ type: z.literal('TOOL_CALL_END'), toolCallId: textSchema }),
  z.object({
    type: z.literal('TOOL_CALL_CHUNK'),
    toolCallId: optionalTextSchema,
    toolCallName: optionalTextSchema,
    parentMessageId: optionalTextSchema,
    delta: optionalTextSchema,
    subagentRunId: optionalTextSchema,
  }),
  z.object({ type: z.literal('TOOL_CALL_RESULT'), toolCallId: textSchema, content: contentSchema }),
  z.object({ type: z.literal('STATE_SNAPSHOT'), snapshot: jsonSchema }),
  z.object({ type: z.literal('STATE_DELTA'), delta: patchSchema }),
  z.object({ type: z.literal('MESSAGES_SNAPSHOT'), messages: z.array(messageSchema) }),
  z.object({ type: z.literal('STEP_STARTED'), stepName: textSchema, subagentRunId: optionalTextSchema }),
  z.object({ type: z.literal('STEP_FINISHED'), stepName: textSchema, subagentRunId: optionalTextSchema }),
  z.object({ type: z.literal('SUBAGENT_ERROR'), subagentRunId: textSchema, message: textSchema }),
  z.object({ type: z.literal('CUSTOM'), name: textSchema, value: jsonSchema.optional() }),
]);
export type AgUiEvent = z.infer<typeof agUiEventSchema>;

/**
 * Events that are not part of the answer: reasoning, progress, and events that a framework passes through. The last
 * five types come from older servers.
 */
const ignoredEvents = [
  ...['REASONING_START', 'REASONING_END', 'REASONING_MESSAGE_START', 'REASONING_MESSAGE_CONTENT'],
  ...['REASONING_MESSAGE_END', 'REASONING_MESSAGE_CHUNK', 'REASONING_ENCRYPTED_VALUE'],
  ...['ACTIVITY_SNAPSHOT', 'ACTIVITY_DELTA', 'SUBAGENT_STARTED', 'SUBAGENT_FINISHED', 'RAW'],
  ...['THINKING_START', 'THINKING_END', 'THINKING_TEXT_MESSAGE_START', 'THINKING_TEXT_MESSAGE_CONTENT'],
  'THINKING_TEXT_MESSAGE_END',
];

export function isIgnoredEvent(type: string): boolean {
  return ignoredEvents.includes(type);
}

const handledTypes: ReadonlySet<string> = new Set(agUiEventSchema.options.map(({ shape }) => shape.type.value));

export function isHandledEvent(type: string): boolean {
  return handledTypes.has(type);
}
