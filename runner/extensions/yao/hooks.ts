import * as z from 'zod';
import { jsonObjectSchema, jsonSchema, type Message } from '../../contract/index.ts';
import { AgentError } from '../../ports/index.ts';
import { formatSchemaProblems, type Json, type JsonObject } from '../../values/index.ts';
import { looseMessageSchema } from './hook-messages.ts';
import { runScript } from './run-script.ts';
import { createdServersSchema } from './server-choice.ts';
import type { YaoTurn } from './yao-turn.ts';

const delegateSchema = z.object({
  agent_id: z.string().min(1),
  messages: z.array(looseMessageSchema).optional(),
  options: jsonObjectSchema.optional(),
});
export type DelegateRequest = z.infer<typeof delegateSchema>;

/** Makes a field optional. Null counts as missing, as in Yao. */
function optionalField<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((value) => value ?? undefined);
}

const createHookResultSchema = z.object({
  messages: optionalField(z.array(looseMessageSchema)),
  temperature: optionalField(z.number()),
  max_tokens: optionalField(z.int()),
  max_completion_tokens: optionalField(z.int()),
  mcp_servers: optionalField(createdServersSchema),
  prompt_preset: optionalField(z.string()),
  disable_global_prompts: optionalField(z.boolean()),
  connector: optionalField(z.string()),
  locale: optionalField(z.string()),
  theme: optionalField(z.string()),
  route: optionalField(z.string()),
  metadata: optionalField(jsonObjectSchema),
  delegate: optionalField(delegateSchema),
});
/** The result of the `Create` hook. */
export type CreateHookResult = Partial<z.infer<typeof createHookResultSchema>>;

const nextSchema = z.object({ delegate: optionalField(delegateSchema), data: jsonSchema.optional() });
/** The result of the `Next` hook; `next` is the value that assertions judge. */
export type NextHookResult = { delegate: DelegateRequest | undefined; next: Json | undefined };

export async function callCreateHook(
  messages: readonly Message[],
  turn: YaoTurn,
  signal: AbortSignal,
): Promise<CreateHookResult> {
  const answer = await callHook('Create', [messages], turn, signal);
  if (answer === undefined || answer === null) return {};
  return parseHookResult(createHookResultSchema, answer, 'Create');
}

export async function callNextHook(payload: JsonObject, turn: YaoTurn, signal: AbortSignal): Promise<NextHookResult> {
  const answer = await callHook('Next', [payload], turn, signal);
  if (answer === undefined || answer === null) return { delegate: undefined, next: undefined };
  const { delegate, data } = parseHookResult(nextSchema, answer, 'Next');
  return { delegate, next: data === undefined || data === null ? answer : data };
}

/** Matches errors of hooks that Yao ignores without a message, as if the hook did not exist. */
const swallowedErrorPattern = /is not defined|is not a function|is not a Function/;

async function callHook(
  name: 'Create' | 'Next',
  values: readonly unknown[],
  turn: YaoTurn,
  signal: AbortSignal,
): Promise<Json | undefined> {
  const { assistant, request } = turn;
  if (assistant.hooks === undefined) return undefined;
  const plainValues: Json[] = JSON.parse(JSON.stringify([...values, request.options]));
  const source = `hook ${name}`;
  const result = await runScript(
    { file: assistant.hooks, functionName: name, values: plainValues, context: 'first', source, chain: [] },
    turn,
    signal,
  );
  switch (result.type) {
    case 'absent':
      return undefined;
    case 'threw':
      if (!swallowedErrorPattern.test(result.message)) throw new AgentError(`${name}: ${result.message}`, 'agent');
      turn.warn(`${name} had no effect: it threw an error that Yao ignores: ${result.message}`);
      return undefined;
    case 'returned':
      if (result.promised !== undefined) {
        const { place, rejection } = result.promised;
        const failure = rejection === undefined ? '' : `; it failed with: ${rejection}`;
        turn.warn(`${name} is asynchronous (${place}): Yao does not wait for it and uses {} as its answer${failure}`);
      }
      turn.log(source, `returned ${JSON.stringify(result.value) ?? 'nothing'}`);
      return result.value;
    default:
      return result satisfies never;
  }
}

function parseHookResult<Schema extends z.ZodType>(schema: Schema, answer: Json, hook: string): z.infer<Schema> {
  const result = schema.safeParse(answer);
  if (result.success) return result.data;
  const problems = formatSchemaProblems(result.error);
  throw new AgentError(`${hook} returned what Yao cannot read: ${problems}`, 'agent');
}
