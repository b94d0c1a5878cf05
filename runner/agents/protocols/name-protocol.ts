import { isJsonObject, type Json, type JsonObject } from '../../values/index.ts';

/** What every first event or document of a protocol has; what could be of several protocols names none. */
const marks: readonly (readonly [protocol: string, mark: (type: string, document: JsonObject) => boolean])[] = [
  ['a2a', (_type, { jsonrpc }) => jsonrpc === '2.0'],
  ['openai-chat', (_type, { object }) => typeof object === 'string' && /^chat\.completion(\.chunk)?$/.test(object)],
  ['openai-responses', (type, { object }) => object === 'response' || /^response\.(created|queued)$/.test(type)],
  ['ag-ui', (type) => /^(RUN_STARTED|RUN_ERROR|TEXT_MESSAGE_(START|CHUNK)|TOOL_CALL_(START|CHUNK))$/.test(type)],
  ['ai-sdk-ui', (type) => /^(start|start-step|text-start|reasoning-start|tool-input-start)$/.test(type)],
  ['langgraph', (type, { run_id: run }) => type === '' && typeof run === 'string'],
  ['yao', (type, { props }) => type === 'event' && isJsonObject(props) && props.event === 'stream_start'],
  ["Anthropic's messages", (type) => /^message(_start)?$/.test(type)],
];

/** The protocol of a server, by the first document of its answer; `undefined` when that does not tell. */
export function nameProtocol(document: Json | undefined): string | undefined {
  if (!isJsonObject(document)) return undefined;
  const type = typeof document.type === 'string' ? document.type : '';
  return marks.find(([, mark]) => mark(type, document))?.[0];
}

/** The protocol that a server wants to be asked in, by what it complains about. */
export function wantedProtocol(complaint: string): string | undefined {
  return /\b(threadId|runId|forwardedProps)\b/.test(complaint) ? 'ag-ui' : undefined;
}

/** The AI SDK says in a header what it streams; what it streamed before version 5 is no event stream. */
export function protocolOfHeaders(headers: Headers): string | undefined {
  if (headers.has('x-vercel-ai-ui-message-stream')) return 'ai-sdk-ui';
  return headers.has('x-vercel-ai-data-stream') ? 'the data stream of AI SDK 4' : undefined;
}
