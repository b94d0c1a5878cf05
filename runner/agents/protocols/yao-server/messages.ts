import * as z from 'zod';
import { jsonObjectSchema } from '../../../contract/index.ts';
import { formatSchemaProblems, type Json } from '../../../values/index.ts';

const optionalCountSchema = z.number().nonnegative().optional();

/** A message in the stream of a Yao server: either an event of the stream, or a part of the displayed output. */
export const yaoMessageSchema = z.object({
  type: z.string().min(1),
  props: jsonObjectSchema.nullish(),
  message_id: z.string().optional(),
  /** Set if the output comes from another assistant, which the agent has called. */
  thread_id: z.string().optional(),
  delta: z.boolean().optional(),
  delta_action: z.enum(['append', 'merge', 'replace', 'set']).optional(),
  delta_path: z.string().optional(),
});
export type YaoMessage = z.infer<typeof yaoMessageSchema>;

export const streamStartSchema = z.object({ context_id: z.string().optional() });
export const messageStartSchema = z.object({ message_id: z.string(), thread_id: z.string().optional() });
export const streamEndSchema = z.object({
  status: z.string().default('completed'),
  error: z.string().nullish(),
  usage: z.object({ prompt_tokens: optionalCountSchema, completion_tokens: optionalCountSchema }).nullish(),
});

/** Returns true for types of messages that are displayed while an answer arrives, but are not part of it. */
export function isIgnoredMessage(type: string): boolean {
  return ['thinking', 'loading', 'action'].includes(type);
}

/**
 * Parses a field of a message.
 * @throws an error that says what is wrong
 */
export function parseField<Schema extends z.ZodType>(schema: Schema, value: Json | undefined): z.infer<Schema> {
  const result = schema.safeParse(value ?? {});
  if (!result.success) throw new Error(formatSchemaProblems(result.error));
  return result.data;
}
