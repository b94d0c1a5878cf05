import { Agent, OpenAIChatCompletionsModel, run, tool } from '@openai/agents';
import OpenAI from 'openai';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { MockAnswer } from '../../runner/ports/index.ts';
import { toAgentFunction, unwrapFrameworkAnswer } from '../../runner/scripts/frameworks/frameworks.ts';
import { createModuleTools } from '../../runner/scripts/module-tools.ts';
import type { ObjectReader } from '../../runner/scripts/user-objects.ts';
import { type ChatHandler, type OpenAIServer, startOpenAIServer } from '../../runner/testing/openai-server.ts';

const reader: ObjectReader = { shapes: [], importPackage: (name) => import(name) };
const servers: OpenAIServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

type Handled = Parameters<ChatHandler>[0];

/** Starts a model of the SDK behind a loopback server; it first calls a tool, then answers with the tool's result. */
async function modelThat(
  handler: ChatHandler,
): Promise<{ model: OpenAIChatCompletionsModel; requests: OpenAIServer['requests'] }> {
  const server = await startOpenAIServer({ handler });
  servers.push(server);
  const client = new OpenAI({ baseURL: `${server.url}/v1`, apiKey: 'none', maxRetries: 0 });
  return { model: new OpenAIChatCompletionsModel(client, 'small'), requests: server.requests };
}

const usage = { input: 10, output: 2, cached: 4 };
function callsHours({ body }: Handled): ReturnType<ChatHandler> {
  const last = body.messages.at(-1);
  if (last?.tool_call_id === 'c1') return { type: 'answer', content: `It says ${String(last.content)}`, usage };
  return { type: 'answer', toolCalls: [{ id: 'c1', name: 'hours', arguments: { city: 'Oslo' } }], usage };
}

type Seen = { context: unknown };
function hoursTool(seen: Seen[] = [], needsApproval = false) {
  return tool({
    name: 'hours',
    description: 'When a shop opens',
    parameters: z.object({ city: z.string() }),
    needsApproval,
    execute: ({ city }, context) => {
      seen.push({ context: context?.context });
      if (city === 'Paris') throw new Error('no such shop');
      return { city, opens: 9 };
    },
  });
}

const context = { tools: createModuleTools(undefined), signal: new AbortController().signal };
const request = {
  messages: [{ role: 'user', content: 'When?' }],
  session_id: 's1',
  user_id: 'ada',
  team_id: 't',
  locale: 'en',
  case_id: 'hours',
  metadata: { plan: 'pro' },
};

describe('an agent of the OpenAI Agents SDK', () => {
  it('is run by its own package, with its calls, usage, and what the case says', async () => {
    const { model, requests } = await modelThat(callsHours);
    const seen: Seen[] = [];
    const agent = new Agent({ name: 'Desk', instructions: 'Be brief.', model, tools: [hoursTool(seen)] });
    expect(await toAgentFunction(agent, reader)?.(request, context)).toEqual({
      content: 'It says {"city":"Oslo","opens":9}',
      tool_calls: [{ id: 'c1', tool: 'hours', arguments: { city: 'Oslo' }, result: { city: 'Oslo', opens: 9 } }],
      usage: { input_tokens: 20, output_tokens: 4, calls: 2, cached_tokens: 8 },
    });
    expect(seen).toEqual([
      { context: { plan: 'pro', session_id: 's1', user_id: 'ada', team_id: 't', locale: 'en', case_id: 'hours' } },
    ]);
    expect(requests[0]?.body.messages).toMatchObject([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'When?' },
    ]);
  });

  it('gets the history of a case, calls and attachments included', async () => {
    const { model, requests } = await modelThat(() => ({ type: 'answer', content: 'Nine.' }));
    const messages = [
      { role: 'developer', content: 'Be kind.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'This?' },
          { type: 'image', url: 'data:image/png;base64,AA==' },
        ],
      },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c0', type: 'function', function: { name: 'hours', arguments: { city: 'Oslo' } } }],
      },
      { role: 'tool', tool_call_id: 'c0', content: '{"opens":9}' },
      { role: 'assistant', content: 'Oslo?' },
      { role: 'user', content: 'Yes' },
    ];
    const agent = new Agent({ name: 'Desk', model, tools: [hoursTool()] });
    expect(await toAgentFunction(agent, reader)?.({ ...request, messages }, context)).toMatchObject({
      content: 'Nine.',
      tool_calls: [],
    });
    expect(requests[0]?.body.messages).toMatchObject([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: [{ text: 'This?' }, { image_url: { url: 'data:image/png;base64,AA==' } }] },
      { role: 'assistant', tool_calls: [{ id: 'c0', function: { name: 'hours', arguments: '{"city":"Oslo"}' } }] },
      { role: 'tool', tool_call_id: 'c0', content: '{"opens":9}' },
      { role: 'assistant', content: [{ type: 'text', text: 'Oslo?' }] },
      { role: 'user', content: 'Yes' },
    ]);
  });

  it('gives structured output as data', async () => {
    const { model } = await modelThat(() => ({ type: 'answer', content: '{"opens":9}' }));
    const agent = new Agent({ name: 'Desk', model, outputType: z.object({ opens: z.number() }) });
    expect(await toAgentFunction(agent, reader)?.(request, context)).toMatchObject({
      content: '{"opens":9}',
      next: { opens: 9 },
    });
  });

  it.each<[string, MockAnswer, string]>([
    ['answers', { type: 'result', result: { opens: 7 } }, 'It says {"opens":7}'],
    ['fails', { type: 'error', error: 'down' }, 'It says An error occurred while running the tool. Error: down'],
    ['lets pass', { type: 'pass' }, 'It says {"city":"Oslo","opens":9}'],
  ])('has its tools mocked, also those of agents that it hands over to: a mock that %s', async (_does, mock, said) => {
    const { model } = await modelThat((handled) => {
      const isDesk = JSON.stringify(handled.body.tools).includes('transfer_to_Clerk');
      if (!isDesk) return callsHours(handled);
      return { type: 'answer', toolCalls: [{ id: 'c0', name: 'transfer_to_Clerk', arguments: {} }], usage };
    });
    const clerk = new Agent({ name: 'Clerk', model, tools: [hoursTool()] });
    const asked: unknown[] = [];
    const tools = createModuleTools(async (call) => {
      asked.push(call);
      return mock;
    });
    for (const agent of [clerk, new Agent({ name: 'Desk', model, handoffs: [clerk] })]) {
      const answer = await toAgentFunction(agent, reader)?.(request, { ...context, tools });
      expect(answer).toMatchObject({ content: said });
    }
    const call = { id: 'c1', name: 'hours', arguments: { city: 'Oslo' } };
    expect(asked).toEqual([call, call]);
  });

  it('is an error where its model fails, or it stops for an approval', async () => {
    const broken = await modelThat(() => ({ type: 'error', status: 503, message: 'no capacity' }));
    const agent = new Agent({ name: 'Desk', model: broken.model });
    await expect(toAgentFunction(agent, reader)?.(request, context)).rejects.toThrow('503');
    const { model } = await modelThat(callsHours);
    const careful = new Agent({ name: 'Desk', model, tools: [hoursTool([], true)] });
    await expect(toAgentFunction(careful, reader)?.(request, context)).rejects.toThrow(
      'the agent stopped for an approval of hours',
    );
  });

  it('stops when its attempt is over', async () => {
    const { model } = await modelThat(() => ({ type: 'hang', where: 'before headers' }));
    const stop = new AbortController();
    const asked = toAgentFunction(new Agent({ name: 'Desk', model }), reader)?.(request, {
      ...context,
      signal: stop.signal,
    });
    stop.abort(new Error('out of time'));
    await expect(asked).rejects.toThrow();
  });

  it('needs a package that runs it', async () => {
    const agent = new Agent({ name: 'Desk' });
    const lost = { shapes: [], importPackage: () => Promise.reject(new Error('not found')) };
    await expect(toAgentFunction(agent, lost)?.(request, context)).rejects.toThrow(
      'no runner was found for the agent of the OpenAI Agents SDK: @openai/agents: not found',
    );
  });
});

describe('a result of run()', () => {
  it.each([true, false])('is the answer of the function that returns it: streamed %s', async (stream) => {
    const { model } = await modelThat(callsHours);
    const agent = new Agent({ name: 'Desk', model, tools: [hoursTool()] });
    const result = stream ? await run(agent, 'When?', { stream: true }) : await run(agent, 'When?');
    expect(await unwrapFrameworkAnswer(result, reader)).toMatchObject({
      content: 'It says {"city":"Oslo","opens":9}',
      tool_calls: [{ tool: 'hours', result: { opens: 9 } }],
      usage: { input_tokens: 20, calls: 2 },
    });
  });

  it('is an error where its stream failed', async () => {
    const { model } = await modelThat(() => ({ type: 'error', status: 503, message: 'no capacity' }));
    const result = await run(new Agent({ name: 'Desk', model }), 'When?', { stream: true });
    await expect(unwrapFrameworkAnswer(result, reader)).rejects.toThrow('503');
  });
});
