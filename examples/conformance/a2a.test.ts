import type { ServerResponse } from 'node:http';
import { AgentCard, type Message, Role, type Task, TaskState } from '@a2a-js/sdk';
import { LegacyJsonRpcTransportHandler } from '@a2a-js/sdk/compat/v0_3/server';
import {
  AgentEvent,
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  type RequestContext,
  ServerCallContext,
} from '@a2a-js/sdk/server';
import { afterEach, describe, expect, it } from 'vitest';
import { agentRequest, listeningContext, neverAborted } from '../../runner/testing/model-request.ts';
import {
  createProtocolAgent,
  type ProtocolRequest,
  type ProtocolServer,
  startProtocolServer,
} from '../../runner/testing/protocol-server.ts';

type Act = (context: RequestContext, bus: ExecutionEventBus) => void | Promise<void>;
type Serving = { version?: '1.0' | '0.3'; streaming?: boolean; returnImmediately?: boolean };
const opened: ProtocolServer[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
});

/** Starts the official SDK's server with its bridge to protocol 0.3, behind Node's HTTP server. */
async function serve(act: Act, { version = '1.0', streaming = false, returnImmediately }: Serving = {}) {
  const executor: AgentExecutor = {
    execute: async (context, bus) => act(context, bus),
    cancelTask: () => Promise.resolve(),
  };
  const card = AgentCard.fromJSON({
    name: 'Shop',
    description: 'sells',
    version: '1',
    capabilities: { streaming },
    supportedInterfaces: [{ url: '/rpc', protocolBinding: 'JSONRPC', protocolVersion: version }],
  });
  const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), executor);
  const transport =
    version === '1.0' ? new JsonRpcTransportHandler(handler) : new LegacyJsonRpcTransportHandler(handler);
  const server = await startProtocolServer(async ({ path, body }: ProtocolRequest, response: ServerResponse) => {
    if (path.startsWith('/.well-known/')) {
      response.end(JSON.stringify(AgentCard.toJSON(card)));
      return;
    }
    if (returnImmediately === true) Object.assign(Object(body.params), { configuration: { returnImmediately } });
    const answer = await transport.handle(body, new ServerCallContext({ requestedVersion: version }));
    if (!(Symbol.asyncIterator in answer)) {
      response.end(JSON.stringify(answer));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for await (const event of answer) response.write(`data: ${JSON.stringify(event)}\n\n`);
    response.end();
  });
  opened.push(server);
  return server;
}

const part = (content: Message['parts'][number]['content']) => ({
  content,
  metadata: undefined,
  filename: '',
  mediaType: '',
});
const textPart = (value: string) => part({ $case: 'text', value });

function saying({ contextId, taskId }: RequestContext, text: string, own = ''): Message {
  return {
    messageId: 'm',
    contextId,
    taskId: own === '' ? '' : taskId,
    role: Role.ROLE_AGENT,
    parts: [textPart(text)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  };
}

function begin(context: RequestContext, bus: ExecutionEventBus, state = TaskState.TASK_STATE_WORKING): Task {
  const { taskId: id, contextId, userMessage } = context;
  const status = { state, message: undefined, timestamp: undefined };
  const task = context.task ?? { id, contextId, status, artifacts: [], history: [userMessage], metadata: undefined };
  bus.publish(AgentEvent.task({ ...task, status }));
  return task;
}

function end(context: RequestContext, bus: ExecutionEventBus, state: TaskState, text?: string): void {
  const { taskId, contextId } = context;
  const message = text === undefined ? undefined : saying(context, text, taskId);
  bus.publish(
    AgentEvent.statusUpdate({
      taskId,
      contextId,
      status: { state, message, timestamp: undefined },
      metadata: undefined,
    }),
  );
  bus.finished();
}

function make(
  { taskId, contextId }: RequestContext,
  bus: ExecutionEventBus,
  parts: Message['parts'],
  append = false,
): void {
  const artifact = { artifactId: 'a', name: 'answer', description: '', parts, metadata: undefined, extensions: [] };
  bus.publish(
    AgentEvent.artifactUpdate({ taskId, contextId, artifact, append, lastChunk: false, metadata: undefined }),
  );
}

const searching: Act = (context, bus) => {
  begin(context, bus);
  make(context, bus, [textPart('Bo')]);
  make(context, bus, [textPart('nn'), part({ $case: 'data', value: { found: 1 } })], true);
  end(context, bus, TaskState.TASK_STATE_COMPLETED);
};

async function open(act: Act, serving: Serving = {}, entry: object = {}) {
  const server = await serve(act, serving);
  return { server, agent: await createProtocolAgent({ type: 'a2a', url: server.url, ...entry }) };
}

describe.each(['1.0', '0.3'] as const)('an a2a agent of the official SDK, version %s', (version) => {
  it.each([true, false])(
    'answers with a task: artifacts are text, data parts are data (streaming: %s)',
    async (streaming) => {
      const { server, agent } = await open(searching, { version, streaming });
      const heard: string[] = [];
      const answer = await agent.invoke(
        agentRequest('Where?', { context: listeningContext({ text: ({ text }) => heard.push(text) }) }),
        neverAborted(),
      );
      expect(answer).toMatchObject({ content: 'Bonn', next: { found: 1 }, toolCalls: [] });
      expect(heard.at(-1)).toBe('Bonn');
      expect(server.asked.at(-1)?.headers['a2a-version']).toBe(version);
    },
  );

  it('answers with a message, and keeps its context through the turns of a session', async () => {
    const contexts: string[] = [];
    const { agent } = await open(
      (context, bus) => {
        contexts.push(context.contextId);
        bus.publish(AgentEvent.message(saying(context, `answer ${contexts.length}`)));
        bus.finished();
      },
      { version },
    );
    expect((await agent.invoke(agentRequest('a'), neverAborted())).content).toBe('answer 1');
    await agent.invoke(
      agentRequest([
        { role: 'user', content: 'a' },
        { role: 'assistant', content: 'answer 1' },
        { role: 'user', content: 'b' },
      ]),
      neverAborted(),
    );
    await agent.invoke(agentRequest('a', { sessionId: 'other' }), neverAborted());
    expect(contexts[1]).toBe(contexts[0]);
    expect(contexts[2]).not.toBe(contexts[0]);
  });

  it('that needs input asks, and goes on with its task', async () => {
    const act: Act = (context, bus) => {
      if (context.task === undefined) {
        begin(context, bus);
        end(context, bus, TaskState.TASK_STATE_INPUT_REQUIRED, 'Which city?');
        return;
      }
      begin(context, bus);
      const [first] = context.userMessage.parts;
      end(context, bus, TaskState.TASK_STATE_COMPLETED, `${first?.content?.value}!`);
    };
    const { agent } = await open(act, { version });
    const first = await agent.invoke(agentRequest('go'), neverAborted());
    expect(first).toMatchObject({
      content: 'Which city?',
      interrupts: [{ message: 'Which city?', reason: 'input-required' }],
    });
    const second = await agent.invoke(
      agentRequest([
        { role: 'user', content: 'go' },
        { role: 'assistant', content: 'Which city?' },
        { role: 'user', content: 'Bonn' },
      ]),
      neverAborted(),
    );
    expect(second).toMatchObject({ content: 'Bonn!', interrupts: undefined });
    const automatic = await open(act, { version }, { interrupts: 'approve' });
    expect(await automatic.agent.invoke(agentRequest('go'), neverAborted())).toMatchObject({
      content: 'Which city?\n\nYes, approved.!',
      interrupts: [{ message: 'Which city?', answeredBy: 'approve' }],
    });
  });

  it.each([
    [TaskState.TASK_STATE_FAILED, 'the task was not done: it failed: no money'],
    [TaskState.TASK_STATE_REJECTED, 'the task was rejected: no money'],
    [TaskState.TASK_STATE_CANCELED, 'the task was canceled: no money'],
    [TaskState.TASK_STATE_AUTH_REQUIRED, 'requires authentication: no money'],
  ])('that does not do its task is an error (%s)', async (state, message) => {
    const act: Act = (context, bus) => {
      begin(context, bus);
      end(context, bus, state, 'no money');
    };
    const { agent } = await open(act, { version, streaming: true });
    await expect(agent.invoke(agentRequest('go'), neverAborted())).rejects.toThrow(message);
  });
});

describe('an a2a agent of the official SDK', () => {
  it('that answers before its task is done is asked again', async () => {
    const heard = Promise.withResolvers<void>();
    const act: Act = async (context, bus) => {
      begin(context, bus);
      await heard.promise;
      end(context, bus, TaskState.TASK_STATE_COMPLETED, 'done');
    };
    const { server, agent } = await open(act, { returnImmediately: true });
    const answer = await agent.invoke(
      agentRequest('go', { context: listeningContext({ text: () => heard.resolve() }) }),
      neverAborted(),
    );
    expect(answer).toMatchObject({ content: 'done' });
    expect(server.asked.at(-1)?.body).toMatchObject({ method: 'GetTask' });
  });

  it('is told what A2A cannot carry', async () => {
    const { agent } = await open(searching);
    const warnings: string[] = [];
    const context = listeningContext({ warning: ({ text }) => warnings.push(text) });
    const history: Parameters<typeof agentRequest>[0] = [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: 'b' },
      { role: 'user', content: 'c' },
    ];
    await agent.invoke(agentRequest(history, { context }), neverAborted());
    expect(warnings).toEqual([
      'A2A sends only what the user says now: 2 earlier or system messages of the case did not reach the agent',
    ]);
  });

  it('is told to cancel its task when nobody waits for it any more', async () => {
    const stop = new AbortController();
    const { server, agent } = await open((context, bus) => void begin(context, bus), { streaming: true });
    const context = listeningContext({ text: () => stop.abort(new Error('stopped')) });
    await expect(agent.invoke(agentRequest('go', { context }), stop.signal)).rejects.toThrow('stopped');
    expect(server.asked.at(-1)?.body).toMatchObject({ method: 'CancelTask' });
  });
});
