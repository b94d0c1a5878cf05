import * as z from 'zod';
import { jsonSchema } from '../../../contract/index.ts';

const id = z.string();
const provider = { providerMetadata: jsonSchema.optional(), providerExecuted: z.boolean().optional() };
const tool = { toolCallId: z.string() };
const namedToolFields = { ...tool, toolName: z.string(), dynamic: z.boolean().optional(), ...provider };
/** Reads a missing value as `null`, because servers leave out a value that is `undefined`. */
const value = jsonSchema.default(null);

/** The chunks of a UI message stream that affect the answer. */
export const chunkSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), messageId: z.string().optional(), messageMetadata: jsonSchema.optional() }),
  z.object({ type: z.literal('message-metadata'), messageMetadata: value }),
  z.object({
    type: z.literal('finish'),
    finishReason: z.string().optional(),
    messageMetadata: jsonSchema.optional(),
  }),
  z.object({ type: z.literal('abort'), reason: z.string().optional() }),
  z.object({ type: z.literal('error'), errorText: z.string() }),
  z.object({ type: z.literal('start-step') }),
  z.object({ type: z.literal('finish-step') }),
  z.object({ type: z.literal('reset-step') }),
  z.object({ type: z.literal('text-start'), id, ...provider }),
  z.object({ type: z.literal('text-delta'), id, delta: z.string(), ...provider }),
  z.object({ type: z.literal('text-end'), id, ...provider }),
  z.object({ type: z.literal('reasoning-start'), id, ...provider }),
  z.object({ type: z.literal('reasoning-delta'), id, delta: z.string(), ...provider }),
  z.object({ type: z.literal('reasoning-end'), id, ...provider }),
  z.object({ type: z.literal('tool-input-start'), ...namedToolFields }),
  z.object({ type: z.literal('tool-input-delta'), ...tool, inputTextDelta: z.string() }),
  z.object({ type: z.literal('tool-input-available'), ...namedToolFields, input: value }),
  z.object({ type: z.literal('tool-input-error'), ...namedToolFields, input: value, errorText: z.string() }),
  z.object({
    type: z.literal('tool-output-available'),
    ...tool,
    output: value,
    preliminary: z.boolean().optional(),
    ...provider,
  }),
  z.object({ type: z.literal('tool-output-error'), ...tool, errorText: z.string(), ...provider }),
  z.object({ type: z.literal('tool-output-denied'), ...tool }),
  z.object({
    type: z.literal('tool-approval-request'),
    ...tool,
    approvalId: z.string(),
    reason: z.string().optional(),
    isAutomatic: z.boolean().optional(),
    signature: z.string().optional(),
  }),
  z.object({
    type: z.literal('tool-approval-response'),
    approvalId: z.string(),
    approved: z.boolean(),
    reason: z.string().optional(),
  }),
]);
export type UiStreamChunk = z.infer<typeof chunkSchema>;

const chunkTypes = new Set<string>(chunkSchema.options.map(({ shape }) => shape.type.value));

export function isHandledChunk(type: string): boolean {
  return chunkTypes.has(type);
}

/** Returns true for chunks that clients display next to an answer, but that are not part of its text. */
export function isIgnoredChunk(type: string): boolean {
  return ['source-url', 'source-document', 'file', 'reasoning-file', 'custom', 'steering-message'].includes(type);
}
