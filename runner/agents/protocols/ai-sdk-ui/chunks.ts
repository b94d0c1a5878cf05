import * as z from 'zod';
import { jsonSchema } from '../../../contract/index.ts';

const idSchema = z.string();
const providerFields = { providerMetadata: jsonSchema.optional(), providerExecuted: z.boolean().optional() };
const toolCallIdField = { toolCallId: z.string() };
const namedToolFields = {
  ...toolCallIdField,
  toolName: z.string(),
  dynamic: z.boolean().optional(),
  ...providerFields,
};
/** Reads a missing value as `null`, because servers leave out a value that is `undefined`. */
const nullableJsonSchema = jsonSchema.default(null);

/** The chunks of a UI message stream that affect the answer. */
export const chunkSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), messageId: z.string().optional(), messageMetadata: jsonSchema.optional() }),
  z.object({ type: z.literal('message-metadata'), messageMetadata: nullableJsonSchema }),
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
  z.object({ type: z.literal('text-start'), id: idSchema, ...providerFields }),
  z.object({ type: z.literal('text-delta'), id: idSchema, delta: z.string(), ...providerFields }),
  z.object({ type: z.literal('text-end'), id: idSchema, ...providerFields }),
  z.object({ type: z.literal('reasoning-start'), id: idSchema, ...providerFields }),
  z.object({ type: z.literal('reasoning-delta'), id: idSchema, delta: z.string(), ...providerFields }),
  z.object({ type: z.literal('reasoning-end'), id: idSchema, ...providerFields }),
  z.object({ type: z.literal('tool-input-start'), ...namedToolFields }),
  z.object({ type: z.literal('tool-input-delta'), ...toolCallIdField, inputTextDelta: z.string() }),
  z.object({ type: z.literal('tool-input-available'), ...namedToolFields, input: nullableJsonSchema }),
  z.object({
    type: z.literal('tool-input-error'),
    ...namedToolFields,
    input: nullableJsonSchema,
    errorText: z.string(),
  }),
  z.object({
    type: z.literal('tool-output-available'),
    ...toolCallIdField,
    output: nullableJsonSchema,
    preliminary: z.boolean().optional(),
    ...providerFields,
  }),
  z.object({ type: z.literal('tool-output-error'), ...toolCallIdField, errorText: z.string(), ...providerFields }),
  z.object({ type: z.literal('tool-output-denied'), ...toolCallIdField }),
  z.object({
    type: z.literal('tool-approval-request'),
    ...toolCallIdField,
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
