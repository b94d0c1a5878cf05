import { spawn } from 'node:child_process';
import { Writable } from 'node:stream';
import { ClientFactory } from '@a2a-js/sdk/client';
import { HttpAgent } from '@ag-ui/client';
import { client, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { Client } from '@langchain/langgraph-sdk';
import { DefaultChatTransport } from 'ai';
import { createParser } from 'eventsource-parser';
import OpenAI from 'openai';

/** Reads one answer with the protocol's official client, and counts the events. */
type ReadBySdk = (url: string) => Promise<number>;

const count = async (events: AsyncIterable<unknown>): Promise<number> => {
  let total = 0;
  for await (const _ of events) total += 1;
  return total;
};
const openai = (url: string) => new OpenAI({ baseURL: `${url}/v1`, apiKey: 'none' });

const chatCompletionsSdk: ReadBySdk = async (url) =>
  count(
    await openai(url).chat.completions.create({
      model: 'desk',
      stream: true,
      messages: [{ role: 'user', content: 'hi' }],
    }),
  );

const responsesSdk: ReadBySdk = async (url) =>
  count(await openai(url).responses.create({ model: 'desk', stream: true, input: 'hi' }));

const uiMessageSdk: ReadBySdk = async (url) => {
  const stream = await new DefaultChatTransport({ api: url }).sendMessages({
    chatId: 'c1',
    trigger: 'submit-message',
    messageId: undefined,
    abortSignal: undefined,
    messages: [{ id: 'm0', role: 'user', parts: [{ type: 'text', text: 'hi' }] }],
  });
  return count(stream);
};

const agUiSdk: ReadBySdk = async (url) => {
  let total = 0;
  const agent = new HttpAgent({ url, initialMessages: [{ id: 'm0', role: 'user', content: 'hi' }] });
  const events = agent.run({
    threadId: 't',
    runId: 'r',
    state: {},
    messages: [],
    tools: [],
    context: [],
    forwardedProps: {},
  });
  await new Promise<void>((complete, error) => {
    events.subscribe({ next: () => (total += 1), complete, error });
  });
  return total;
};

const a2aSdk: ReadBySdk = async (url) => {
  const agent = await new ClientFactory().createFromUrl(url);
  const message = { messageId: 'm0', role: 1, contextId: '', taskId: '', metadata: undefined, extensions: [] };
  const content = { $case: 'text' as const, value: 'hi' };
  const parts = [{ content, metadata: undefined, filename: '', mediaType: '' }];
  return count(
    agent.sendMessageStream({
      tenant: '',
      configuration: undefined,
      metadata: undefined,
      message: { ...message, parts, referenceTaskIds: [] },
    }),
  );
};

const langgraphSdk: ReadBySdk = async (url) => {
  const input = { messages: [{ type: 'human', content: 'hi' }] };
  const streamMode = ['values' as const, 'messages-tuple' as const, 'updates' as const];
  return count(new Client({ apiUrl: url }).runs.stream('t1', 'desk', { input, streamMode }));
};

/** Reads events of Yao as JSON, because Yao has no official client. */
const yaoEvents: ReadBySdk = async (url) => {
  let total = 0;
  const parser = createParser({
    onEvent({ data }) {
      JSON.parse(data);
      total += 1;
    },
  });
  const { body } = await fetch(url);
  const decoder = new TextDecoder();
  for await (const bytes of body ?? []) parser.feed(decoder.decode(bytes, { stream: true }));
  return total;
};

export async function acpSdk(command: readonly string[]): Promise<number> {
  let total = 0;
  const [program = '', ...args] = command;
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const app = client({ name: 'bench' }).onNotification(methods.client.session.update, () => {
    total += 1;
  });
  const output = new ReadableStream<Uint8Array>({
    start(controller) {
      child.stdout.on('data', (bytes: Buffer) => controller.enqueue(bytes));
    },
  });
  const stream = ndJsonStream(Writable.toWeb(child.stdin), output);
  const connection = app.connect(stream);
  const { agent } = connection;
  await agent.request(methods.agent.initialize, { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} });
  const { sessionId } = await agent.request(methods.agent.session.new, { cwd: process.cwd(), mcpServers: [] });
  await agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: 'text', text: 'hi' }] });
  connection.close();
  child.kill();
  return total;
}

/** Used by `npm run bench -- protocols`. */
export const clients = {
  'openai-chat': chatCompletionsSdk,
  'openai-responses': responsesSdk,
  'ai-sdk-ui': uiMessageSdk,
  'ag-ui': agUiSdk,
  a2a: a2aSdk,
  langgraph: langgraphSdk,
  yao: yaoEvents,
};
