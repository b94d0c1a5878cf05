import { createEventParser } from '../../agents/http/event-stream.ts';
import { protocolNames } from '../../agents/protocol-names.ts';
import { isJsonObject, type Json, type JsonObject, tryParseJson } from '../../values/index.ts';
import { UsageError } from '../usage-error.ts';
import type { FoundAgent } from './found-agent.ts';
import { parseReply } from './parsed-reply.ts';
import { isRedirect, type Prober, type ServerReply } from './prober.ts';

type NewAgent = Extract<FoundAgent, { kind: 'new' }>;
type ProtocolProbeTarget = { url: string; model: string | undefined };

/**
 * Tries the agent protocols one by one, because a server does not understand requests in another protocol than its own.
 */
export async function probeAgentProtocols(
  { url, model }: ProtocolProbeTarget,
  prober: Prober,
): Promise<NewAgent | undefined> {
  if (await hasAgentCard(url, prober)) return createAgentOfProtocol('a2a', { url });
  if (await isLangGraphServer(url, prober)) return createAgentOfProtocol('langgraph', { url });
  const questions: readonly (readonly [type: string, body: JsonObject, entry: JsonObject])[] = [
    ['ai-sdk-ui', aiSdkUiRequest, {}],
    ['ag-ui', agUiRunInput, {}],
    [
      'openai-responses',
      createResponsesApiRequest(model),
      model === undefined ? { stream: false } : { model, stream: false },
    ],
  ];
  for (const [type, body, entry] of questions) {
    const reply = await prober.send({ url, body });
    if (isRedirect(reply)) return undefined;
    if (reply.ok && detectProtocol(reply) === type && followsAgentProtocol(type, reply))
      return createAgentOfProtocol(type, { url, ...entry });
  }
  return undefined;
}

const aiSdkUiRequest: JsonObject = {
  id: 'turntree-try',
  trigger: 'submit-message',
  messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Hello' }] }],
};

const agUiRunInput: JsonObject = {
  threadId: 'turntree-try',
  runId: 'r1',
  state: {},
  tools: [],
  context: [],
  forwardedProps: {},
  messages: [{ id: 'm1', role: 'user', content: 'Hello' }],
};

function createResponsesApiRequest(model: string | undefined): JsonObject {
  const input = [{ type: 'message', role: 'user', content: 'Hello' }];
  return model === undefined ? { input } : { model, input };
}

/** An A2A agent publishes an agent card, so it is recognized without sending a message. */
async function hasAgentCard(url: string, prober: Prober): Promise<boolean> {
  const bare = url.replace(/[?#].*$/s, '').replace(/(?<!\/)\/+$/, '');
  const cards = /\.json$/.test(bare)
    ? [bare]
    : [...new Set([bare, URL.parse(bare)?.origin ?? bare])].flatMap((base) =>
        ['agent-card', 'agent'].map((name) => `${base}/.well-known/${name}.json`),
      );
  for (const card of cards) {
    const reply = await prober.send({ url: card });
    const document = reply.ok ? tryParseJson(reply.text) : undefined;
    if (isJsonObject(document) && isAgentCard(document)) return true;
  }
  return false;
}

/** A LangGraph server lists its assistants, so it is recognized without sending a message. */
async function isLangGraphServer(url: string, prober: Prober): Promise<boolean> {
  const reply = await prober.send({ url: `${url.replace(/(?<!\/)\/+$/, '')}/assistants/search`, body: {} });
  const assistants = reply.ok ? tryParseJson(reply.text) : undefined;
  const graphs = (Array.isArray(assistants) ? assistants : []).flatMap((each) =>
    isJsonObject(each) && typeof each.assistant_id === 'string' && typeof each.graph_id === 'string'
      ? [each.graph_id]
      : [],
  );
  if (graphs.length <= 1) return graphs.length === 1;
  throw new UsageError(`${url} is a LangGraph server with several assistants: ${[...new Set(graphs)].join(', ')}`, [
    'Name one in an entry of type "langgraph", as its "assistant" (docs/reference/agents-and-models.md).',
  ]);
}

/** Version 1.0 of the card lists interfaces and leaves out empty lists; earlier versions have a single URL. */
function isAgentCard({ name, skills, url, supportedInterfaces, protocolVersion }: JsonObject): boolean {
  if (typeof name !== 'string') return false;
  const isOlder = typeof url === 'string' && (Array.isArray(skills) || typeof protocolVersion === 'string');
  return Array.isArray(supportedInterfaces) || isOlder;
}

function detectProtocol({ type, text }: ServerReply): string | undefined {
  return protocolNames.byDocument(type.includes('event-stream') ? parseFirstEvent(text) : tryParseJson(text));
}

function parseFirstEvent(text: string): Json | undefined {
  const parser = createEventParser();
  const [first] = [...parser.push(text), ...parser.end()];
  return first === undefined ? undefined : tryParseJson(first.data);
}

const eventTypePatternByProtocol: Readonly<Record<string, RegExp>> = {
  'ai-sdk-ui':
    /^(?:start|finish|abort|error|message-metadata|(?:start|finish)-step|(?:text|reasoning)-(?:start|delta|end)|tool-[a-z-]+|source-(?:url|document)|file|data-.+)$/,
  'ag-ui': /^(?:RUN|STEP|TEXT_MESSAGE|TOOL_CALL|STATE|MESSAGES|THINKING|REASONING|ACTIVITY|RAW|CUSTOM)(?:_[A-Z_]+)?$/,
};

/** The first event may match a protocol by chance, so all events of the stream must match. */
function followsAgentProtocol(type: string, reply: ServerReply): boolean {
  const parsed = parseReply(reply);
  if (parsed.kind === 'document')
    return type === 'openai-responses' && isJsonObject(parsed.document) && Array.isArray(parsed.document.output);
  if (parsed.kind !== 'events') return false;
  const pattern = eventTypePatternByProtocol[type];
  const types = parsed.events.map(({ document }) =>
    isJsonObject(document) && typeof document.type === 'string' ? document.type : '',
  );
  if (pattern === undefined) return types.some((each) => /^response\.(?:completed|failed|incomplete)$/.test(each));
  const end = type === 'ag-ui' ? /^RUN_(?:FINISHED|ERROR)$/ : /^(?:finish|text-delta|error)$/;
  return types.every((each) => pattern.test(each)) && types.some((each) => end.test(each));
}

function createAgentOfProtocol(type: string, entry: JsonObject): NewAgent {
  return { kind: 'new', name: 'agent', said: `Speaks ${type} at ${String(entry.url)}`, entry: { type, ...entry } };
}
