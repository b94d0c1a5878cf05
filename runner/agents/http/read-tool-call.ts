import * as z from 'zod';
import { jsonSchema, type ToolCall } from '../../contract/index.ts';
import { type Json, parseJsonOrKeepText } from '../../values/index.ts';

const optionalNameSchema = z.string().min(1).optional();
const optionalJsonSchema = jsonSchema.optional();
const toolCallSchema = z.looseObject({
  id: z.string().optional(),
  toolCallId: z.string().optional(),
  tool: optionalNameSchema,
  name: optionalNameSchema,
  toolName: optionalNameSchema,
  server: z.string().optional(),
  arguments: optionalJsonSchema,
  args: optionalJsonSchema,
  input: optionalJsonSchema,
  function: z.looseObject({ name: optionalNameSchema, arguments: optionalJsonSchema }).optional(),
  result: optionalJsonSchema,
  output: optionalJsonSchema,
  error: z.string().nullish(),
});

/**
 * Parses a tool call in one of the common notations: `{tool | name | toolName, arguments | args | input, result |
 * output, error}`, or `{function: {name, arguments}}` of chat completions. Undefined if it has no name.
 */
export function parseToolCall(value: Json): ToolCall | undefined {
  const parsed = toolCallSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const call = parsed.data;
  const tool = call.tool ?? call.name ?? call.toolName ?? call.function?.name;
  if (tool === undefined) return undefined;
  const id = call.id ?? call.toolCallId;
  const args = call.arguments ?? call.args ?? call.input ?? call.function?.arguments;
  const result = call.result ?? call.output;
  return {
    tool,
    id,
    server: call.server,
    arguments: args === undefined ? undefined : parseArguments(args),
    result,
    ...(typeof call.error === 'string' ? { error: call.error } : {}),
  };
}

/** Parses arguments. In chat completions, they are JSON in a string; a string that is not JSON is returned as it is. */
function parseArguments(rawArguments: Json): Json {
  if (typeof rawArguments !== 'string') return rawArguments;
  if (rawArguments.trim() === '') return {};
  return parseJsonOrKeepText(rawArguments);
}
