import { afterEach, describe, expect, it } from 'vitest';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { systems } from '../../extensions/registered/systems.ts';
import { fakeToolMocks } from '../../testing/fake-tool-mocks.ts';
import { agentRequest, neverAborted } from '../../testing/model-request.ts';
import { createRepliesInTurn, type ModelReply } from '../../testing/model-server.ts';
import { type ChatHandler, type OpenAIServer, startOpenAIServer } from '../../testing/openai-server.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import type { JsonObject } from '../../values/index.ts';
import { createAgents } from '../create-agents.ts';

const servers: OpenAIServer[] = [];
const key = 'sk-loopback-0123456789';

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function openAgentOn(handler: ChatHandler, entry: object = {}) {
  const server = await startOpenAIServer({ handler, key });
  servers.push(server);
  const config = workspaceConfigSchema.parse({
    agents: {
      desk: { type: 'openai', base_url: '$ENV.HOST/v1/', model: '$ENV.MODEL', api_key: '$ENV.KEY', ...entry },
    },
    models: { offline: { type: 'scripted', rules: [{ answer: 'offline: {{input}}' }] } },
  });
  const root = await createTemporaryWorkspace({});
  const agents = createAgents({ systems, root, config, variables: { HOST: server.url, MODEL: 'small', KEY: key } });
  return { server, agents };
}

const tools = [
  {
    name: 'opening_hours',
    description: 'When a shop is open',
    parameters: { type: 'object', properties: { city: {} } },
  },
  { name: 'now' },
];

describe('an openai agent', () => {
  it('puts its system prompt before the conversation, declares its tools and reports what the model calls', async () => {
    const { server, agents } = await openAgentOn(
      createRepliesInTurn({
        type: 'answer',
        toolCalls: [{ id: 'c1', name: 'opening_hours', arguments: { city: 'Oslo' } }],
      }),
      { system: 'You are a desk.', tools, options: { temperature: 0 } },
    );
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    expect(await agent.invoke(agentRequest('Open?'), neverAborted())).toEqual({
      content: '',
      toolCalls: [{ id: 'c1', tool: 'opening_hours', arguments: { city: 'Oslo' } }],
      usage: { inputTokens: 10, outputTokens: 5, calls: 1, retries: 0 },
    });
    expect(server.requests[0]?.body).toMatchObject({
      model: 'small',
      temperature: 0,
      stream: true,
      messages: [
        { role: 'system', content: 'You are a desk.' },
        { role: 'user', content: 'Open?' },
      ],
      tools: [
        { type: 'function', function: tools[0] },
        { type: 'function', function: { name: 'now', parameters: { type: 'object', properties: {} } } },
      ],
    });
  });

  it('answers the text of the model, from an address that is taken as it is written', async () => {
    const { agents } = await openAgentOn(createRepliesInTurn({ type: 'answer', content: 'At nine.' }), {
      base_url: '$ENV.HOST/any/place',
    });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    expect((await agent.invoke(agentRequest('Open?'), neverAborted())).content).toBe('At nine.');
  });

  it('costs what its entry says', async () => {
    const cost = { input_per_million: 100_000, output_per_million: 200_000 };
    const { agents } = await openAgentOn(createRepliesInTurn({ type: 'answer', content: 'x' }), { cost });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    expect((await agent.invoke(agentRequest('x'), neverAborted())).usage).toMatchObject({ cost: 2 });
    expect(agents.describe('desk')).toMatchObject({ priced: true });
  });

  it('can be put on a connector', async () => {
    const { server, agents } = await openAgentOn(createRepliesInTurn({ type: 'answer', content: 'x' }));
    const agent = await agents.agent({ id: 'desk', connector: 'offline' }, neverAborted());
    expect((await agent.invoke(agentRequest('hello'), neverAborted())).content).toBe('offline: hello');
    expect(server.requests).toEqual([]);
  });

  it('names the variable that is not set, before the first case', async () => {
    const { agents } = await openAgentOn(createRepliesInTurn({ type: 'answer', content: 'x' }), {
      api_key: '$ENV.OTHER_KEY',
    });
    const refusal = agents.agent({ id: 'desk' }, neverAborted());
    await expect(refusal).rejects.toMatchObject({ kind: 'configuration' });
    await expect(refusal).rejects.toThrow('set the environment variable OTHER_KEY, which its api_key names');
  });

  it('passes on what the server refuses, without the key', async () => {
    const { agents } = await openAgentOn(createRepliesInTurn({ type: 'answer', content: 'x' }), {
      api_key: 'sk-wrong-key-9876543210',
    });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    const refusal = agent.invoke(agentRequest('x'), neverAborted());
    await expect(refusal).rejects.toMatchObject({
      kind: 'model',
      message: expect.stringMatching(/^agent "desk" at \S+ answered 401/),
    });
    await expect(refusal).rejects.not.toThrow('sk-wrong-key-9876543210');
  });
});

describe('the tools of an openai agent', () => {
  const hours = (args: JsonObject): ModelReply => ({
    type: 'answer',
    toolCalls: [{ id: 'c1', name: 'opening_hours', arguments: args }],
  });

  it('are answered by the mocks of the case until the model needs no more', async () => {
    const { server, agents } = await openAgentOn(
      createRepliesInTurn(
        {
          type: 'answer',
          content: 'Let me see.',
          toolCalls: [
            { id: 'c1', name: 'opening_hours', arguments: { city: 'Oslo' } },
            { id: 'c2', name: 'now', arguments: {} },
          ],
        },
        { type: 'answer', toolCalls: [{ id: 'c3', name: 'opening_hours', arguments: { city: 'Bergen' } }] },
        { type: 'answer', content: 'Oslo: at nine. Bergen: never.' },
      ),
      { tools, system: 'You are a desk.' },
    );
    const mocks = fakeToolMocks({
      opening_hours: ({ city }) =>
        city === 'Oslo' ? { type: 'result', result: { from: 9 } } : { type: 'error', error: 'no shop there' },
      now: () => ({ type: 'result', result: '08:30' }),
    });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    const answer = await agent.invoke(agentRequest('Open?', { mocks }), neverAborted());
    const durationMs = expect.any(Number);
    expect(answer).toEqual({
      content: 'Let me see.\n\nOslo: at nine. Bergen: never.',
      toolCalls: [
        {
          id: 'c1',
          tool: 'opening_hours',
          arguments: { city: 'Oslo' },
          result: { from: 9 },
          mocked: true,
          durationMs,
        },
        { id: 'c2', tool: 'now', arguments: {}, result: '08:30', mocked: true, durationMs },
        {
          id: 'c3',
          tool: 'opening_hours',
          arguments: { city: 'Bergen' },
          error: 'no shop there',
          mocked: true,
          durationMs,
        },
      ],
      usage: { inputTokens: 30, outputTokens: 15, calls: 3, retries: 0 },
    });
    expect(mocks.asked.map(({ name }) => name)).toEqual(['opening_hours', 'now', 'opening_hours']);
    const call = (id: string, name: string, args: string) => ({
      id,
      type: 'function',
      function: { name, arguments: args },
    });
    expect(server.requests[2]?.body).toMatchObject({
      tools: [{ function: { name: 'opening_hours' } }, { function: { name: 'now' } }],
      messages: [
        { role: 'system', content: 'You are a desk.' },
        { role: 'user', content: 'Open?' },
        {
          role: 'assistant',
          content: 'Let me see.',
          tool_calls: [call('c1', 'opening_hours', '{"city":"Oslo"}'), call('c2', 'now', '{}')],
        },
        { role: 'tool', tool_call_id: 'c1', content: '{"from":9}' },
        { role: 'tool', tool_call_id: 'c2', content: '08:30' },
        { role: 'assistant', content: null, tool_calls: [call('c3', 'opening_hours', '{"city":"Bergen"}')] },
        { role: 'tool', tool_call_id: 'c3', content: '{"error":"no shop there"}' },
      ],
    });
  });

  it('are told to the model as missing when there are none of that name, and as broken when they cannot be read', async () => {
    const { server, agents } = await openAgentOn(
      createRepliesInTurn(
        { type: 'answer', toolCalls: [{ id: 'c1', name: 'fly', arguments: {} }] },
        { type: 'answer', toolCalls: [{ id: 'c2', name: 'now', arguments: '{"at' }] },
        { type: 'answer', content: 'Sorry.' },
      ),
      { tools },
    );
    const mocks = fakeToolMocks({ now: () => ({ type: 'result', result: 1 }) });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    const { toolCalls, content } = await agent.invoke(agentRequest('Fly!', { mocks }), neverAborted());
    expect(content).toBe('Sorry.');
    expect(toolCalls).toMatchObject([
      { tool: 'fly', error: 'there is no tool "fly"; known tools: opening_hours, now', mocked: true },
      { tool: 'now', arguments: '{"at', error: expect.stringContaining('not JSON'), mocked: true },
    ]);
    expect(mocks.asked).toEqual([]);
    expect(server.requests[2]?.body.messages.at(-1)).toMatchObject({ role: 'tool', tool_call_id: 'c2' });
  });

  it('end the turn with an error when the model calls them without end', { tags: 'thorough' }, async () => {
    const { server, agents } = await openAgentOn(() => hours({}), { tools });
    const mocks = fakeToolMocks({ opening_hours: () => ({ type: 'result', result: null }) });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    await expect(agent.invoke(agentRequest('Open?', { mocks }), neverAborted())).rejects.toThrow(
      'agent "desk": its model still calls tools (opening_hours) after 30 rounds of results in one turn',
    );
    expect(server.requests).toHaveLength(31);
  });

  it('are needed for a mock: one of another tool is refused with the name that was meant', async () => {
    const { server, agents } = await openAgentOn(createRepliesInTurn({ type: 'answer', content: 'x' }), { tools });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    const ask = (name: string) =>
      agent.invoke(
        agentRequest('x', { mocks: fakeToolMocks({ [name]: () => ({ type: 'result', result: 1 }) }) }),
        neverAborted(),
      );
    await expect(ask('opening_hour')).rejects.toThrow(
      'the case mocks "opening_hour", which agent "desk" does not have; did you mean "opening_hours"?',
    );
    await expect(ask('refund')).rejects.toThrow(
      'the case mocks "refund", which agent "desk" does not have; its tools are opening_hours, now',
    );
    expect(server.requests).toEqual([]);
  });

  it('that may pass need something that can call them', async () => {
    const { agents } = await openAgentOn(() => hours({}), { tools });
    const mocks = fakeToolMocks({ opening_hours: () => ({ type: 'pass' }) });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    await expect(agent.invoke(agentRequest('Open?', { mocks }), neverAborted())).rejects.toThrow(
      'the tool "opening_hours" is allowed as a real tool, but nothing here can call it: mock it, or name the MCP server that has it',
    );
  });

  it('stop with the attempt while a mock does not answer', async () => {
    const { agents } = await openAgentOn(() => hours({}), { tools });
    const stop = new AbortController();
    const mocks = fakeToolMocks({
      opening_hours() {
        queueMicrotask(() => stop.abort(new Error('the time is up')));
        return undefined;
      },
    });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    await expect(agent.invoke(agentRequest('Open?', { mocks }), stop.signal)).rejects.toThrow('the time is up');
  });
});
