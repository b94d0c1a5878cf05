import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptedRulesSchema, workspaceConfigSchema } from '../contract/index.ts';
import { agentRequest, neverAborted } from '../testing/model-request.ts';
import { byRules, type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { type AgentsHandle, createAgents } from './create-agents.ts';

const root = path.join(import.meta.dirname, '..', 'testing', 'fixtures', 'yao-dev-app');
const rules = scriptedRulesSchema.parse([
  { when: { system: 'test case generator' }, answer: [{ id: 'greeting-basic', input: 'Hello' }] },
  {
    when: { system: 'user simulator', reply: 'size' },
    answer: { message: 'Medium', goal_achieved: false, reasoning: 'asked' },
  },
  { when: { system: 'response validator' }, answer: { passed: true, reason: 'fine' } },
  { when: { system: 'coffee shop', turn: 2 }, answer: 'What size would you like?' },
  { when: { system: 'friendly greeting assistant' }, answer: 'Hello! You said {{input}}' },
  { when: { system: '/FRIENDLY_PRESET_MARKER[^$]*Assistant: (?P<name>.*)/' }, answer: 'friendly {{name}}' },
  { when: { system: 'echo server tools', role: 'tool' }, answer: '{{tool_result}}' },
  { when: { system: 'echo server tools' }, tool_calls: [{ name: 'echo__ping', arguments: { count: 3 } }] },
  { when: { system: 'hook functionality', text: '/^echo: (.*)$/' }, answer: '{{1}}' },
]);

let server: OpenAIServer;
let agents: AgentsHandle;

beforeAll(async () => {
  server = await startOpenAIServer({ handler: byRules(rules), key: 'sk-loopback' });
  agents = createAgents({
    root,
    config: workspaceConfigSchema.parse({}),
    variables: { OPENAI_HOST: server.url, OPENAI_API_KEY: 'sk-loopback' },
  });
});

afterAll(async () => {
  await agents.close();
  await server.close();
});

describe('the assistants of a real application', () => {
  it('are found', () => {
    expect(
      agents
        .list()
        .map((agent) => agent.id)
        .sort(),
    ).toEqual([
      'tests.dynamic-test-agent',
      'tests.generator-agent',
      'tests.hooks-test',
      'tests.mcptest',
      'tests.promptpreset',
      'tests.simple-greeting',
      'tests.simulator-agent',
      'tests.validator-agent',
    ]);
  });

  it.each([
    ['tests.generator-agent', '{"count":1}', '[{"id":"greeting-basic","input":"Hello"}]'],
    [
      'tests.simulator-agent',
      JSON.stringify({ conversation: [{ role: 'assistant', content: 'What size?' }] }),
      '{"message":"Medium","goal_achieved":false,"reasoning":"asked"}',
    ],
    ['tests.validator-agent', '{"output":"Paris","criteria":"true"}', '{"passed":true,"reason":"fine"}'],
    ['tests.simple-greeting', 'Good morning', 'Hello! You said Good morning'],
    ['tests.hooks-test', 'echo: 42', '42'],
  ])('%s answers over HTTP', async (id, input, answer) => {
    const agent = await agents.agent({ id }, neverAborted());
    const response = await agent.invoke(agentRequest(input), neverAborted());
    expect(response.content).toBe(answer);
    expect(response.usage?.calls).toBe(1);
    const { body } = server.requests.at(-1) ?? {};
    expect(body?.model).toBe('gpt-4o');
    expect(body).toHaveProperty('temperature');
  });

  it('tests.dynamic-test-agent sees the whole conversation', async () => {
    const agent = await agents.agent({ id: 'tests.dynamic-test-agent' }, neverAborted());
    const response = await agent.invoke(
      agentRequest([
        { role: 'user', content: 'I want coffee' },
        { role: 'assistant', content: 'Which one?' },
        { role: 'user', content: 'Latte' },
      ]),
      neverAborted(),
    );
    expect(response.content).toBe('What size would you like?');
  });

  it('tests.hooks-test runs its hooks, and what one keeps in the metadata the other sees', async () => {
    const agent = await agents.agent({ id: 'tests.hooks-test' }, neverAborted());
    const { next } = await agent.invoke(agentRequest('echo: 42'), neverAborted());
    expect(next).toMatchObject({ hook_type: 'next', metadata: { create_hook_called: true } });
  });

  it('tests.promptpreset chooses its prompts in a hook', async () => {
    const agent = await agents.agent({ id: 'tests.promptpreset' }, neverAborted());
    const { content } = await agent.invoke(agentRequest('please use friendly'), neverAborted());
    expect(content).toBe('friendly Prompt Preset Test');
  });

  it('tests.mcptest calls a tool of the application, and offers those that it chose', async () => {
    const agent = await agents.agent({ id: 'tests.mcptest' }, neverAborted());
    const { toolCalls, content } = await agent.invoke(agentRequest('ping'), neverAborted());
    expect(toolCalls).toMatchObject([
      { server: 'echo', tool: 'ping', arguments: { count: 3 }, result: { message: 'pong', count: 3 } },
    ]);
    expect(content).toContain('"pong"');
    expect(server.requests.at(-1)?.body.tools).toMatchObject([
      { function: { name: 'echo__echo' } },
      { function: { name: 'echo__ping' } },
    ]);
  });
});
