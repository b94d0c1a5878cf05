import { describe, expect, it } from 'vitest';
import { toAgentFunction } from '../../scripts/frameworks/frameworks.ts';
import { objectRecognizer } from './mastra-objects.ts';

describe('an agent object', () => {
  const reader = { shapes: [objectRecognizer], importPackage: async () => ({}) };
  const context = { signal: new AbortController().signal };
  const messages = [{ role: 'user', content: 'hi' }];
  const echo = (...asked: unknown[]) => ({ text: JSON.stringify(asked) });
  const mastraAgent = { getInstructions: echo, getModel: echo, generate: echo, stream: echo, tools: {} };
  const asked = { session_id: 's1', user_id: 'ada', metadata: { plan: 'pro' } };
  const facts = { plan: 'pro', session_id: 's1', user_id: 'ada' };

  it('of Mastra gets the messages first', async () => {
    const mastra = toAgentFunction(mastraAgent, reader);
    expect(await mastra?.({ messages }, context)).toMatchObject({
      content: JSON.stringify([messages, { abortSignal: context.signal }]),
    });
  });

  it.each([
    ['1', 'requestContext', '@mastra/core/request-context', 'RequestContext'],
    ['0.24', 'runtimeContext', '@mastra/core/runtime-context', 'RuntimeContext'],
  ])('of Mastra %s finds what the case says in the context of the request', async (_version, option, file, name) => {
    const seen: Record<string, unknown>[] = [];
    const generate = (_: unknown, options: Record<string, unknown>) => {
      seen.push(options);
      return { text: '' };
    };
    const importPackage = (wanted: string) =>
      wanted === file ? Promise.resolve({ [name]: Map }) : Promise.reject(new Error('not exported'));
    const agent = toAgentFunction({ ...mastraAgent, generate }, { ...reader, importPackage });
    await agent?.({ messages, ...asked }, context);
    expect(seen).toEqual([{ [option]: new Map(Object.entries(facts)), abortSignal: context.signal }]);
  });

  it('of Mastra with a model of the AI SDK 4 is asked as it wants to be, and its answer is read', async () => {
    const call = { toolCallId: 'c1', toolName: 'hours', args: { city: 'Oslo' } };
    const usage = { promptTokens: 3, completionTokens: 2, totalTokens: 5 };
    const legacy = {
      ...mastraAgent,
      getModel: async () => ({ specificationVersion: 'v1' }),
      generate: () => Promise.reject(new Error('call generateLegacy() instead')),
      generateLegacy: async (heard: unknown[]) => ({
        text: `nine, after ${heard.length}`,
        toolCalls: [],
        usage: { promptTokens: 6, completionTokens: 4, totalTokens: 10 },
        steps: [
          { toolCalls: [call], toolResults: [{ ...call, result: { opens: 9 } }], usage },
          { toolCalls: [], usage },
        ],
      }),
    };
    expect(await toAgentFunction(legacy, reader)?.({ messages }, context)).toEqual({
      content: 'nine, after 1',
      tool_calls: [{ id: 'c1', tool: 'hours', arguments: { city: 'Oslo' }, result: { opens: 9 } }],
      usage: { input_tokens: 6, output_tokens: 4, calls: 2 },
    });
  });

  it('of Mastra says what it was not told', async () => {
    const logged: string[] = [];
    const log = (text: string) => void logged.push(text);
    await toAgentFunction(mastraAgent, reader)?.({ messages, ...asked }, { ...context, log });
    expect(logged).toEqual([expect.stringContaining('did not receive plan, session_id, user_id')]);
  });

  it('of Mastra with a memory gets the history once, in the thread of the session', async () => {
    const threads = new Set<unknown>();
    const getMemory = () => ({
      getThreadById: async ({ threadId }: { threadId: string }) => (threads.has(threadId) ? { id: threadId } : null),
    });
    const generate = (heard: unknown[], { memory }: { memory: { thread: string } }) => {
      threads.add(memory.thread);
      return { text: JSON.stringify([heard.length, memory]) };
    };
    const agent = toAgentFunction({ ...mastraAgent, getMemory, generate }, reader);
    const said = [...messages, { role: 'assistant', content: 'hello' }, { role: 'user', content: 'when?' }];
    const memory = { thread: 's1', resource: 'ada' };
    for (const heard of [3, 1]) {
      expect(await agent?.({ messages: said, ...asked }, context)).toMatchObject({
        content: JSON.stringify([heard, memory]),
      });
    }
  });

  it.each([
    [undefined],
    [{ generate: echo, stream: echo }],
    [{ generate: echo, tools: {} }],
    [{ version: 'agent-v1', stream: echo, tools: {} }],
  ])('is not %j', (agent) => {
    expect(toAgentFunction(agent, reader)).toBeUndefined();
  });
});
