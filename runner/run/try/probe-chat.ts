import * as z from 'zod';
import { formatCountWithNoun, type JsonObject, tryParseJson, withoutUndefined } from '../../values/index.ts';
import { UsageError } from '../usage-error.ts';
import type { FoundAgent } from './found-agent.ts';
import { parseReply, reportsFailure } from './parsed-reply.ts';
import { isRedirect, type Prober, type ServerReply } from './prober.ts';

const API_KEY_VARIABLE = 'OPENAI_API_KEY';

const modelsSchema = z.object({ data: z.array(z.object({ id: z.string() })) });
const completionSchema = z.object({ choices: z.array(z.object({ message: z.looseObject({}) })).min(1) });

export type ChatProbeOptions = {
  /** The base URL, without `/chat/completions`. */
  base: string;
  model: string | undefined;
  variables: Readonly<Record<string, string | undefined>>;
};

/**
 * Detects whether a server has a chat completions API, and for which model. Throws if the server has several models and
 * the user names none.
 */
export async function probeChatCompletions(
  { base, model, variables }: ChatProbeOptions,
  prober: Prober,
): Promise<Extract<FoundAgent, { kind: 'new' }> | undefined> {
  const key = variables[API_KEY_VARIABLE] || undefined;
  const chosenModel = model ?? (await findOnlyModel(base, key, prober));
  const url = `${base}/chat/completions`;
  const body = { model: chosenModel, messages: [{ role: 'user', content: 'Hello' }] };
  const streamed = await prober.send({ url, key, body: { ...body, stream: true } });
  if (isRedirect(streamed)) return undefined;
  const isStream = streamed.ok && isCompletionStream(streamed);
  const reply = streamed.ok ? streamed : await prober.send({ url, key, body });
  if (!isStream && !(reply.ok && isCompletion(reply.text))) return undefined;
  const description = [
    `Speaks chat completions at ${base}`,
    `model ${chosenModel}`,
    ...(reply.withKey ? [`with the key in ${API_KEY_VARIABLE}`] : []),
    ...(isStream ? [] : ['without streams']),
  ].join(', ');
  const variable = reply.withKey ? `$ENV.${API_KEY_VARIABLE}` : undefined;
  const streaming = withoutUndefined({ type: 'openai', base_url: base, model: chosenModel, api_key: variable });
  const entry = isStream ? streaming : createCompletionsEntry({ url, model: chosenModel, key: variable });
  const reader = createChatAgentEntry({ url, model: chosenModel, key: variable, isStream });
  return { kind: 'new', name: 'agent', said: description, entry, reader };
}

/**
 * Returns an entry for an agent that returns chat completions without streaming, which `openai` entries do not support.
 */
export function createCompletionsEntry({
  url,
  model,
  key,
}: {
  url: string;
  model: string;
  key?: string | undefined;
}): JsonObject {
  return {
    type: 'http',
    url,
    ...(key === undefined ? {} : { headers: { Authorization: `Bearer ${key}` } }),
    body: { model, messages: '{{messages}}' },
    output: 'choices[0].message.content',
    tool_calls: 'choices[0].message.tool_calls',
    usage: 'usage',
  };
}

/** Returns an entry for an agent that serves chat completions at a non-standard URL. */
export function createChatAgentEntry({
  url,
  model,
  key,
  isStream,
}: {
  url: string;
  model: string;
  key?: string | undefined;
  isStream: boolean;
}): JsonObject {
  const headers = key === undefined ? undefined : { authorization: `Bearer ${key}` };
  return withoutUndefined({ type: 'openai-chat', url, model, headers, stream: isStream ? undefined : false });
}

export function isCompletion(text: string): boolean {
  const document = tryParseJson(text);
  return (
    completionSchema.safeParse(document).success &&
    document !== undefined &&
    !reportsFailure({ kind: 'document', document })
  );
}

const chunkSchema = z.looseObject({ choices: z.array(z.looseObject({ delta: z.looseObject({}) })) });

/**
 * Any server may stream. The protocol is recognized by chunks with choices and deltas, which only chat completions
 * have.
 */
export function isCompletionStream(reply: ServerReply): boolean {
  const parsed = parseReply(reply);
  if (parsed.kind !== 'events' || reportsFailure(parsed)) return false;
  return parsed.events.some(({ document }) => chunkSchema.safeParse(document).data?.choices.length);
}

/** An agent with a chat completions API may have no list of models, and then it needs no model name. */
async function findOnlyModel(base: string, key: string | undefined, prober: Prober): Promise<string> {
  const reply = await prober.send({ url: `${base}/models`, key });
  const listed = modelsSchema.safeParse(reply.ok ? tryParseJson(reply.text) : undefined);
  const ids = listed.success ? listed.data.data.map(({ id }) => id) : [];
  if (ids.length < 2) return ids[0] ?? 'default';
  const modelList = `${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ' …' : ''}`;
  throw new UsageError(`${base} has ${formatCountWithNoun(ids.length, 'model')}: name one with --model`, [modelList]);
}
