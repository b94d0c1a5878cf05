import * as z from 'zod';
import { jsonObjectSchema, jsonSchema } from './json-value.ts';

export const messageRoles = ['system', 'developer', 'user', 'assistant', 'tool'] as const;

const textPartSchema = z.strictObject({ type: z.literal('text'), text: z.string() });
const imagePartSchema = z.strictObject({
  type: z.literal('image'),
  source: z.string().optional(),
  url: z.string().optional(),
  detail: z.string().optional(),
  name: z.string().optional(),
});
const imageUrlPartSchema = z.strictObject({
  type: z.literal('image_url'),
  image_url: z.strictObject({ url: z.string(), detail: z.string().optional() }),
});
const audioPartFields = {
  source: z.string().optional(),
  data: z.string().optional(),
  format: z.string().optional(),
  input_audio: z.strictObject({ data: z.string(), format: z.string() }).optional(),
};
const audioPartSchema = z.strictObject({ type: z.literal('audio'), ...audioPartFields });
const inputAudioPartSchema = z.strictObject({ type: z.literal('input_audio'), ...audioPartFields });
const filePartSchema = z.strictObject({
  type: z.literal('file'),
  source: z.string().optional(),
  url: z.string().optional(),
  name: z.string().optional(),
  filename: z.string().optional(),
  file: z.strictObject({ url: z.string(), filename: z.string().optional() }).optional(),
});
const dataPartSchema = z.strictObject({
  type: z.literal('data'),
  data: z.strictObject({ sources: z.array(jsonObjectSchema) }),
});

export const contentPartSchema = z.discriminatedUnion('type', [
  textPartSchema,
  imagePartSchema,
  imageUrlPartSchema,
  audioPartSchema,
  inputAudioPartSchema,
  filePartSchema,
  dataPartSchema,
]);
export type ContentPart = z.infer<typeof contentPartSchema>;

/** Accepts a single part as a list of one part. */
export const messageContentSchema: MessageContentSchema = z.union([
  z.string(),
  z.array(contentPartSchema),
  z.null(),
  contentPartSchema.transform((part) => [part]),
]);
export type MessageContent = string | ContentPart[] | null;
type PartInput = z.input<typeof contentPartSchema>;
export interface MessageContentSchema extends z.ZodType<MessageContent, string | PartInput | PartInput[] | null> {}

const functionCallSchema = z.strictObject({
  id: z.string().optional(),
  type: z.literal('function').default('function'),
  function: z.strictObject({ name: z.string(), arguments: jsonSchema }),
});

/** A message of a conversation in the format of chat completions. `role` defaults to `user`. */
export const messageSchema = z.strictObject({
  role: z.enum(messageRoles).default('user'),
  content: messageContentSchema,
  name: z.string().optional(),
  tool_call_id: z.string().optional(),
  tool_calls: z.array(functionCallSchema).optional(),
  refusal: z.string().nullish(),
});
export type Message = z.infer<typeof messageSchema>;

/** The `input` of a case as it is written: a text, one message, or a list of messages. */
export const caseInputSchema: CaseInputSchema = z.union([z.string(), messageSchema, z.array(messageSchema)]);
export type CaseInput = string | Message | Message[];
type MessageInput = z.input<typeof messageSchema>;
export interface CaseInputSchema extends z.ZodType<CaseInput, string | MessageInput | MessageInput[]> {}
