import { isJsonObject, type JsonObject, tryParseJson } from '../../values/index.ts';
import { createBodyFromSchema } from './openapi.ts';
import type { Prober, RequestTemplate } from './prober.ts';

/** How to call a well-known kind of agent server: its URL paths and the requests that it accepts. */
export type AgentPreset = {
  name: string;
  /** The environment variable for the server's key. */
  key?: string;
  requestTemplates: readonly RequestTemplate[];
  /** The documented path of the answer's text, because other paths would look equally plausible. */
  output?: string;
};

type PresetDefinition = {
  name: string;
  key?: string;
  output?: string;
  path: RegExp;
  requestTemplates(url: string): RequestTemplate[];
};

const presetDefinitions: readonly PresetDefinition[] = [
  {
    name: 'Rasa',
    path: /\/webhooks\/[\w-]+\/webhook\/?$/,
    requestTemplates: (url) => [{ url, body: { sender: '{{session_id}}', message: '{{input}}' } }],
  },
  {
    name: 'Flowise',
    output: 'text',
    path: /\/prediction\/[\w-]+\/?$/,
    requestTemplates: (url) => [
      { url, body: { question: '{{input}}', overrideConfig: { sessionId: '{{session_id}}' } } },
    ],
  },
  {
    name: 'Dify',
    key: 'DIFY_API_KEY',
    output: 'answer',
    path: /\/(?:chat|completion)-messages\/?$/,
    requestTemplates: (url) =>
      (['blocking', 'streaming'] as const).map((mode) => ({ url, ...buildDifyRequestParts(url, mode) })),
  },
  {
    name: 'n8n',
    path: /^\/(?:[\w-]+\/)?webhook(?:-test)?\/[\w/-]+$/,
    requestTemplates: (url) => [
      { url, body: { action: 'sendMessage', sessionId: '{{session_id}}', chatInput: '{{input}}' } },
    ],
  },
];

function buildDifyRequestParts(url: string, mode: 'blocking' | 'streaming'): Omit<RequestTemplate, 'url'> {
  const body: JsonObject = { inputs: {}, query: '{{input}}', response_mode: mode, user: 'turntree' };
  if (/completion-messages/.test(url)) return { body: { ...body, inputs: { query: '{{input}}' } } };
  return {
    body: { ...body, conversation_id: '{{carry.conversation_id}}' },
    carry: { conversation_id: 'conversation_id' },
  };
}

/** Returns the well-known kind of server whose URL paths match this URL. */
export function findPresetOfUrl(url: string): AgentPreset | undefined {
  const path = URL.parse(url)?.pathname ?? url;
  const rule = presetDefinitions.find((each) => each.path.test(path));
  if (rule === undefined) return undefined;
  const { name, key, output } = rule;
  return {
    name,
    requestTemplates: rule.requestTemplates(url),
    ...(key === undefined ? {} : { key }),
    ...(output === undefined ? {} : { output }),
  };
}

/** Servers that are recognized by the response at their base URL, each with the path of its agent. */
export const presetsByBaseResponse: readonly { says: RegExp; path: string }[] = [
  { says: /hello from rasa/i, path: '/webhooks/rest/webhook' },
];

/** Reads the schema of a chain's input, which LangServe publishes. A chain that keeps a history needs a session id. */
export async function fetchLangServeRequests(
  url: string,
  model: string | undefined,
  prober: Prober,
): Promise<RequestTemplate[]> {
  const base = /^(.*)\/(?:invoke|stream)$/.exec(url.replace(/(?<!\/)\/+$/, ''))?.[1];
  if (base === undefined) return [];
  const reply = await prober.send({ url: `${base}/input_schema` });
  const schema = reply.ok ? tryParseJson(reply.text) : undefined;
  if (!isJsonObject(schema)) return [];
  const input = createBodyFromSchema(schema, schema, { name: 'input', model, depth: 0 }) ?? '{{input}}';
  const config = { configurable: { session_id: '{{session_id}}' } };
  return [
    { url, body: { input } },
    { url, body: { input, config } },
  ];
}
