import { describe, expect, it } from 'vitest';
import { createModuleTools } from '../module-tools.ts';
import { toAgentFunction } from './frameworks.ts';

type GraphMessage = Record<string, unknown>;
type Thread = { configurable: { thread_id: string } };

/**
 * A fake with the interface of a compiled graph of LangGraph.js, optionally with memory; the package itself is not
 * used.
 */
function createGraph(answer: (messages: readonly GraphMessage[], config: unknown) => GraphMessage, memory = false) {
  const threads = new Map<string, GraphMessage[]>();
  return {
    checkpointer: memory ? {} : undefined,
    stream: () => undefined,
    getGraph: () => undefined,
    getState: async ({ configurable }: Thread) => ({ values: { messages: threads.get(configurable.thread_id) ?? [] } }),
    async invoke({ messages }: { messages: GraphMessage[] }, config: Thread) {
      const { thread_id: id } = config.configurable;
      const thread = memory ? [...(threads.get(id) ?? []), ...messages] : messages;
      const { messages: added = [], ...rest } = answer(thread, config);
      const all = [...thread, ...(Array.isArray(added) ? added : [])];
      threads.set(id, all);
      return { messages: all, ...rest };
    },
  };
}

const reader = { shapes: [], importPackage: async () => ({}) };
const context = { signal: new AbortController().signal };
const history = [
  { role: 'developer', content: 'Be brief.' },
  { role: 'user', content: 'hi' },
  { role: 'assistant', content: 'hello' },
  { role: 'user', content: 'when?' },
];
const request = {
  messages: history,
  session_id: 's1',
  user_id: 'ada',
  team_id: 't',
  locale: 'en',
  metadata: { plan: 'pro' },
};
const count = (messages: readonly GraphMessage[]) => ({
  messages: [{ getType: () => 'ai', content: `${messages.length}` }],
});

describe('a graph of LangGraph.js', () => {
  it('gets the whole history, the session as its thread, and who is asking', async () => {
    const received: unknown[] = [];
    const graph = createGraph((messages, config) => {
      received.push(messages, config);
      return count(messages);
    });
    const answer = await toAgentFunction(graph, reader)?.(request, context);
    expect(answer).toMatchObject({ content: '4', tool_calls: [] });
    expect(received).toEqual([
      [{ role: 'system', content: 'Be brief.' }, ...history.slice(1)],
      {
        configurable: { plan: 'pro', thread_id: 's1', user_id: 'ada', team_id: 't', locale: 'en' },
        context: { plan: 'pro', session_id: 's1', user_id: 'ada', team_id: 't', locale: 'en' },
        signal: context.signal,
      },
    ]);
  });

  it('with memory gets the history of the case once, and then what is new', async () => {
    const ask = toAgentFunction(createGraph(count, true), reader);
    expect(await ask?.(request, context)).toMatchObject({ content: '4' });
    const later = [...history, { role: 'assistant', content: '4' }, { role: 'user', content: 'and then?' }];
    expect(await ask?.({ ...request, messages: later }, context)).toMatchObject({ content: '6' });
    expect(await ask?.({ ...request, session_id: 's2' }, context)).toMatchObject({ content: '4' });
  });

  it('answers with the calls, the tokens and the data of its turn', async () => {
    const graph = createGraph(() => ({
      messages: [
        {
          type: 'ai',
          content: '',
          tool_calls: [
            { id: 'c1', name: 'hours', args: { city: 'Oslo' } },
            { id: 'c2', name: 'pay', args: {} },
          ],
          usage_metadata: { input_tokens: 5, output_tokens: 2 },
        },
        { type: 'tool', tool_call_id: 'c1', content: '{"opens":9}' },
        { type: 'tool', tool_call_id: 'c2', content: 'no ledger', status: 'error' },
        {
          type: 'ai',
          content: [{ type: 'text', text: 'nine' }],
          usage_metadata: { input_tokens: 9, output_tokens: 1 },
        },
      ],
      structuredResponse: { opens: 9 },
    }));
    expect(await toAgentFunction(graph, reader)?.(request, context)).toEqual({
      content: 'nine',
      tool_calls: [
        { id: 'c1', tool: 'hours', arguments: { city: 'Oslo' }, result: '{"opens":9}' },
        { id: 'c2', tool: 'pay', arguments: {}, error: 'no ledger' },
      ],
      next: { opens: 9 },
      usage: { input_tokens: 14, output_tokens: 3, calls: 2 },
    });
  });

  it('says what it cannot: interrupts, a state without messages, mocks', async () => {
    const stopped = createGraph(() => ({ __interrupt__: [{ value: 'approve?' }] }));
    await expect(toAgentFunction(stopped, reader)?.(request, context)).rejects.toThrow(
      'the graph stopped at an interrupt: [{"value":"approve?"}]',
    );
    const other = { ...createGraph(count), invoke: async () => ({ answer: 'x' }) };
    await expect(toAgentFunction(other, reader)?.(request, context)).rejects.toThrow('without "messages"');
    const silent = createGraph(() => ({}));
    await expect(toAgentFunction(silent, reader)?.(request, context)).rejects.toThrow('without a message of its own');
    const tools = createModuleTools(async () => ({ type: 'result', result: null }));
    await expect(toAgentFunction(createGraph(count), reader)?.(request, { ...context, tools })).rejects.toThrow(
      'cannot be mocked',
    );
  });
});
