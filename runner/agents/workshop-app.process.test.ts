import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scriptedRulesSchema, workspaceConfigSchema } from '../contract/index.ts';
import { systems } from '../extensions/registered/systems.ts';
import { agentRequest, neverAborted } from '../testing/model-request.ts';
import { answerChatByRules, type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { type AgentsHandle, createAgents } from './create-agents.ts';

const root = path.join(import.meta.dirname, '..', 'testing', 'fixtures', 'workshop-app');
const rules = scriptedRulesSchema.parse([
  { when: { system: 'case writer' }, answer: [{ id: 'flat-tyre', input: 'My tyre is flat.' }] },
  {
    when: { system: 'you are a rider', reply: 'frame' },
    answer: { message: 'A racing bike', goal_achieved: false, reasoning: 'asked' },
  },
  { when: { system: 'you are the inspector' }, answer: { passed: true, reason: 'fine' } },
  { when: { system: 'repair counter', turn: 2 }, answer: 'Which frame is it: city, touring or racing?' },
  { when: { system: 'you are the doorbell' }, answer: 'Welcome! You said {{input}}' },
  { when: { system: '/VOICE_CHEERFUL[^$]*Signed: (?P<name>.*)/' }, answer: 'cheerful {{name}}' },
  { when: { system: 'spare parts shelf', role: 'tool' }, answer: '{{tool_result}}' },
  { when: { system: 'spare parts shelf' }, tool_calls: [{ name: 'shelf__stock', arguments: { least: 3 } }] },
  { when: { system: 'stamp card', text: '/^read: (.*)$/' }, answer: '{{1}}' },
]);

let server: OpenAIServer;
let agents: AgentsHandle;

beforeAll(async () => {
  server = await startOpenAIServer({ handler: answerChatByRules(rules), key: 'sk-loopback' });
  agents = createAgents({
    systems,
    root,
    config: workspaceConfigSchema.parse({}),
    variables: { OPENAI_HOST: server.url, OPENAI_API_KEY: 'sk-loopback' },
  });
});

afterAll(async () => {
  await agents.close();
  await server.close();
});

describe('the assistants of a whole application', () => {
  it('are found', () => {
    expect(
      agents
        .list()
        .map((agent) => agent.id)
        .sort(),
    ).toEqual([
      'testers.casewriter',
      'testers.inspector',
      'testers.rider',
      'workshop.counter',
      'workshop.doorbell',
      'workshop.parts',
      'workshop.stamps',
      'workshop.tone',
    ]);
  });

  it.each([
    ['testers.casewriter', '{"count":1}', '[{"id":"flat-tyre","input":"My tyre is flat."}]'],
    [
      'testers.rider',
      JSON.stringify({ conversation: [{ role: 'assistant', content: 'Which frame?' }] }),
      '{"message":"A racing bike","goal_achieved":false,"reasoning":"asked"}',
    ],
    ['testers.inspector', '{"output":"On Monday","criteria":"true"}', '{"passed":true,"reason":"fine"}'],
    ['workshop.doorbell', 'Anybody there?', 'Welcome! You said Anybody there?'],
    ['workshop.stamps', 'read: 42', '42'],
  ])('%s answers over HTTP', async (id, input, answer) => {
    const agent = await agents.agent({ id }, neverAborted());
    const response = await agent.invoke(agentRequest(input), neverAborted());
    expect(response.content).toBe(answer);
    expect(response.usage?.calls).toBe(1);
    const { body } = server.requests.at(-1) ?? {};
    expect(body?.model).toBe('gpt-4o');
    expect(body).toHaveProperty('temperature');
  });

  it('workshop.counter sees the whole conversation', async () => {
    const agent = await agents.agent({ id: 'workshop.counter' }, neverAborted());
    const response = await agent.invoke(
      agentRequest([
        { role: 'user', content: 'My bicycle is broken' },
        { role: 'assistant', content: 'What is wrong with it?' },
        { role: 'user', content: 'A flat tyre' },
      ]),
      neverAborted(),
    );
    expect(response.content).toBe('Which frame is it: city, touring or racing?');
  });

  it('workshop.stamps runs its hooks, and what one keeps in the metadata the other sees', async () => {
    const agent = await agents.agent({ id: 'workshop.stamps' }, neverAborted());
    const { next } = await agent.invoke(agentRequest('read: 42'), neverAborted());
    expect(next).toMatchObject({ card: 'full', metadata: { stamped: true } });
  });

  it('workshop.tone chooses its prompts in a hook', async () => {
    const agent = await agents.agent({ id: 'workshop.tone' }, neverAborted());
    const { content } = await agent.invoke(agentRequest('be cheerful, please'), neverAborted());
    expect(content).toBe('cheerful Voice of the Workshop');
  });

  it('workshop.parts calls a tool of the application, and offers those that it chose', async () => {
    const agent = await agents.agent({ id: 'workshop.parts' }, neverAborted());
    const { toolCalls, content } = await agent.invoke(agentRequest('inner tubes'), neverAborted());
    expect(toolCalls).toMatchObject([
      { server: 'shelf', tool: 'stock', arguments: { least: 3 }, result: { part: 'inner tube', enough: true } },
    ]);
    expect(content).toContain('"inner tube"');
    expect(server.requests.at(-1)?.body.tools).toMatchObject([
      { function: { name: 'shelf__price' } },
      { function: { name: 'shelf__stock' } },
    ]);
  });
});
