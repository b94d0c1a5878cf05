import * as z from 'zod';
import { jsonObjectSchema, jsonSchema } from '../../../contract/index.ts';
import { formatSchemaProblems, isJsonObject, type Json } from '../../../values/index.ts';

/** A part of a message or artifact, independent of the protocol version. */
export type A2APart =
  | { kind: 'text'; text: string }
  | { kind: 'data'; data: Json }
  | { kind: 'file'; name: string | undefined };

const fileSchema = z.object({ name: z.string().nullish(), bytes: z.string().nullish(), uri: z.string().nullish() });
const partSchema = z
  .object({
    kind: z.string().nullish(),
    text: z.string().nullish(),
    data: jsonSchema.optional(),
    raw: z.string().nullish(),
    url: z.string().nullish(),
    filename: z.string().nullish(),
    file: fileSchema.nullish(),
    metadata: jsonObjectSchema.nullish(),
  })
  .transform((part, context): A2APart => {
    const { text, data, raw, url, filename, file, metadata } = part;
    if (typeof text === 'string') return { kind: 'text', text };
    const name = (file?.name ?? filename ?? url ?? file?.uri) || undefined;
    if (typeof (raw ?? url) === 'string' || file) return { kind: 'file', name };
    if (data !== undefined) return { kind: 'data', data: unwrapDataPartCompat(data, metadata) };
    context.addIssue({ code: 'custom', message: 'is a part without text, data or file' });
    return z.NEVER;
  });

/**
 * Unwraps data other than objects. Version 0.3 does not allow such data, so the bridge from version 0.3 to 1.0 wraps it
 * and marks it in the metadata.
 */
function unwrapDataPartCompat(data: Json, metadata: Record<string, Json> | null | undefined): Json {
  const isWrapped = metadata?.data_part_compat === true && isJsonObject(data) && data.value !== undefined;
  return isWrapped ? (data.value ?? null) : data;
}

const taskStates = [
  ...(['submitted', 'working', 'completed', 'failed', 'canceled', 'rejected'] as const),
  ...(['input-required', 'auth-required'] as const),
] as const;
const stateSchema = z
  .string()
  .transform((state) => state.replace('TASK_STATE_', '').toLowerCase().replaceAll('_', '-'))
  .pipe(z.enum(taskStates));
export type A2AState = z.infer<typeof stateSchema>;

const messageSchema = z.object({
  contextId: z.string().nullish(),
  taskId: z.string().nullish(),
  role: z.string(),
  parts: z.array(partSchema).default([]),
});
const statusSchema = z.object({ state: stateSchema, message: messageSchema.nullish() });
const artifactSchema = z.object({
  artifactId: z.string(),
  name: z.string().nullish(),
  parts: z.array(partSchema).default([]),
});
export type A2AArtifact = z.infer<typeof artifactSchema>;
export type A2AMessage = z.infer<typeof messageSchema>;
const taskSchema = z.object({
  id: z.string(),
  contextId: z.string().nullish(),
  status: statusSchema,
  artifacts: z.array(artifactSchema).nullish(),
  history: z.array(messageSchema).nullish(),
});
export type A2ATask = z.infer<typeof taskSchema>;
const statusUpdateSchema = z.object({ taskId: z.string(), contextId: z.string().nullish(), status: statusSchema });
const artifactUpdateSchema = z.object({
  taskId: z.string(),
  contextId: z.string().nullish(),
  artifact: artifactSchema,
  append: z.boolean().nullish(),
});

/** One update of an agent's answer. */
export type A2AUpdate =
  | { kind: 'task'; task: A2ATask }
  | { kind: 'message'; message: A2AMessage }
  | { kind: 'status'; update: z.infer<typeof statusUpdateSchema> }
  | { kind: 'artifact'; update: z.infer<typeof artifactUpdateSchema> };

/** Parses a result or a stream event. The result of a request for a task is the task itself, without a wrapper. */
export function parseA2AUpdate(result: Json): A2AUpdate {
  const members = isJsonObject(result) ? result : {};
  const { kind } = members;
  if (kind === 'task' || members.task !== undefined)
    return { kind: 'task', task: parseWithSchema(taskSchema, members.task ?? members) };
  if (kind === 'message' || members.message !== undefined) {
    return { kind: 'message', message: parseWithSchema(messageSchema, members.message ?? members) };
  }
  if (kind === 'status-update' || members.statusUpdate !== undefined) {
    return { kind: 'status', update: parseWithSchema(statusUpdateSchema, members.statusUpdate ?? members) };
  }
  if (kind === 'artifact-update' || members.artifactUpdate !== undefined) {
    return { kind: 'artifact', update: parseWithSchema(artifactUpdateSchema, members.artifactUpdate ?? members) };
  }
  if (members.id !== undefined && members.status !== undefined)
    return { kind: 'task', task: parseWithSchema(taskSchema, members) };
  throw new Error('the update is neither a task nor a message, nor does it change a task');
}

function parseWithSchema<Value>(schema: z.ZodType<Value>, value: Json): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new Error(formatSchemaProblems(result.error));
}
