import { afterEach, describe, expect, it } from 'vitest';
import { workspaceConfigSchema } from '../../contract/index.ts';
import { systems } from '../../run/systems.ts';
import { agentRequest, neverAborted } from '../../testing/model-request.ts';
import { inTurn } from '../../testing/model-server.ts';
import { type ChatHandler, type OpenAIServer, startOpenAIServer } from '../../testing/openai-server.ts';
import { temporaryWorkspace } from '../../testing/workspace.ts';
import { createAgents } from '../create-agents.ts';

const servers: OpenAIServer[] = [];
const key = 'sk-loopback-0123456789';

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function deskOn(handler: ChatHandler, entry: object = {}) {
  const server = await startOpenAIServer({ handler, key });
  servers.push(server);
  const config = workspaceConfigSchema.parse({
    agents: {
      desk: { type: 'openai', base_url: '$ENV.HOST/v1/', model: '$ENV.MODEL', api_key: '$ENV.KEY', ...entry },
    },
    models: { offline: { type: 'scripted', rules: [{ answer: 'offline: {{input}}' }] } },
  });
  const root = await temporaryWorkspace({});
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
    const { server, agents } = await deskOn(
      inTurn({ type: 'answer', toolCalls: [{ id: 'c1', name: 'opening_hours', arguments: { city: 'Oslo' } }] }),
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
    const { agents } = await deskOn(inTurn({ type: 'answer', content: 'At nine.' }), {
      base_url: '$ENV.HOST/any/place',
    });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    expect((await agent.invoke(agentRequest('Open?'), neverAborted())).content).toBe('At nine.');
  });

  it('costs what its entry says', async () => {
    const cost = { input_per_million: 100_000, output_per_million: 200_000 };
    const { agents } = await deskOn(inTurn({ type: 'answer', content: 'x' }), { cost });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    expect((await agent.invoke(agentRequest('x'), neverAborted())).usage).toMatchObject({ cost: 2 });
    expect(agents.describe('desk')).toMatchObject({ priced: true });
  });

  it('can be put on a connector', async () => {
    const { server, agents } = await deskOn(inTurn({ type: 'answer', content: 'x' }));
    const agent = await agents.agent({ id: 'desk', connector: 'offline' }, neverAborted());
    expect((await agent.invoke(agentRequest('hello'), neverAborted())).content).toBe('offline: hello');
    expect(server.requests).toEqual([]);
  });

  it('names the variable that is not set, before the first case', async () => {
    const { agents } = await deskOn(inTurn({ type: 'answer', content: 'x' }), { api_key: '$ENV.OTHER_KEY' });
    const refusal = agents.agent({ id: 'desk' }, neverAborted());
    await expect(refusal).rejects.toMatchObject({ kind: 'configuration' });
    await expect(refusal).rejects.toThrow('set the environment variable OTHER_KEY, which its api_key names');
  });

  it('passes on what the server refuses, without the key', async () => {
    const { agents } = await deskOn(inTurn({ type: 'answer', content: 'x' }), { api_key: 'sk-wrong-key-9876543210' });
    const agent = await agents.agent({ id: 'desk' }, neverAborted());
    const refusal = agent.invoke(agentRequest('x'), neverAborted());
    await expect(refusal).rejects.toMatchObject({
      kind: 'model',
      message: expect.stringMatching(/^agent "desk" at \S+ answered 401/),
    });
    await expect(refusal).rejects.not.toThrow('sk-wrong-key-9876543210');
  });
});
