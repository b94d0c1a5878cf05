import type { JsonObject } from '../values/index.ts';
import { type ProtocolServer, startProtocolServer } from './protocol-server.ts';

export type GraphEvent = [name: string, data: unknown];
/** Handles a run: gets the messages of the thread's state, and returns the events of the run and the new state. */
export type GraphHandler = (run: { body: JsonObject; messages: JsonObject[]; turn: number }) => {
  events: GraphEvent[];
  state?: JsonObject;
  hangs?: boolean;
};

/**
 * A server with the URLs, documents and events of LangGraph's own server (`@langchain/langgraph-api`, from which these
 * streams were recorded): threads, runs, and the state after a run.
 */
export async function startLangGraphServer(
  handler: GraphHandler,
  { assistants = ['desk'] }: { assistants?: string[] } = {},
): Promise<ProtocolServer & { isClosed: Promise<void> }> {
  const messages: JsonObject[] = [];
  let turn = 0;
  let last: JsonObject = {};
  let notifyClosed = (): void => undefined;
  const isClosed = new Promise<void>((resolve) => {
    notifyClosed = resolve;
  });
  const server = await startProtocolServer(({ path: requestPath, body }, response) => {
    const path = requestPath.replace(/\?.*/, '');
    const sendJsonReply = (document: unknown) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
    if (path === '/assistants/search') {
      return sendJsonReply(assistants.map((graph_id) => ({ assistant_id: `id-of-${graph_id}`, graph_id })));
    }
    if (path === '/threads') return sendJsonReply({ thread_id: body.thread_id ?? 'thread-1', status: 'idle' });
    if (path.endsWith('/join')) return sendJsonReply(last);
    turn += 1;
    const { messages: sentMessages } = Object(body.input);
    for (const message of Array.isArray(sentMessages) ? sentMessages : [])
      messages.push({ ...message, id: `m${messages.length}` });
    const { events, state, hangs = false } = handler({ body, messages, turn });
    last = state ?? { messages };
    response.on('close', notifyClosed).writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(': heartbeat\n\n');
    for (const [name, data] of events) response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\nid: 1\n\n`);
    if (!hangs) response.end();
  });
  return { ...server, isClosed };
}

export const runMetadata: GraphEvent = ['metadata', { run_id: 'run-1', attempt: 1 }];
export const createAiMessage = (id: string, content: string, fields: JsonObject = {}): JsonObject => ({
  id,
  type: 'ai',
  content,
  ...fields,
});
export const createMessageEvent = (id: string, content: string): GraphEvent => [
  'messages',
  [createAiMessage(id, content), { langgraph_node: 'model' }],
];
export const createTokenUsage = (input: number, output: number) => ({
  usage_metadata: { input_tokens: input, output_tokens: output },
});

/** Returns the events of a graph step, which adds messages to the state and sends the new state. */
export function createGraphStepEvents(messages: JsonObject[], ...added: JsonObject[]): GraphEvent[] {
  messages.push(...added);
  return [
    ['updates', { model: { messages: added } }],
    ['values', { messages: [...messages] }],
  ];
}

/** A graph that streams the number of received messages in two pieces. */
export const answerWithMessageCount: GraphHandler = ({ messages, turn }) => {
  const text = `${messages.length}`;
  const before: GraphEvent = ['values', { messages: [...messages] }];
  const messageEvents = [createMessageEvent(`a${turn}`, 'It is '), createMessageEvent(`a${turn}`, text)];
  return {
    events: [
      runMetadata,
      before,
      ...messageEvents,
      ...createGraphStepEvents(messages, createAiMessage(`a${turn}`, `It is ${text}`, createTokenUsage(5, 2))),
    ],
  };
};
