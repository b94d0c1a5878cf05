import { describe, expect, it } from 'vitest';
import { type Message, messageSchema } from '../../contract/index.ts';
import { shapes as mastraShapes } from '../../extensions/mastra/mastra-objects.ts';
import { frameworkMessages } from './framework-messages.ts';
import { functionOfFrameworkAgent } from './frameworks.ts';
import { answerOfGenerate } from './generate-answer.ts';

const conversation: Message[] = [
  { role: 'developer', content: 'Be brief.' },
  { role: 'user', content: 'hi' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'hours', arguments: '{"city":"Oslo"}' } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: '{"opens":9}' },
  { role: 'assistant', content: 'nine' },
];

describe('the conversation that agents of frameworks get', () => {
  it('has their roles and parts', () => {
    expect(frameworkMessages(conversation)).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hi' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'hours', input: { city: 'Oslo' } }],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'c1', toolName: 'hours', output: { type: 'text', value: '{"opens":9}' } },
        ],
      },
      { role: 'assistant', content: 'nine' },
    ]);
  });

  it.each([
    [
      { type: 'text', text: 'x' },
      { type: 'text', text: 'x' },
    ],
    [
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
      { type: 'file', data: 'data:image/png;base64,AA==', mediaType: 'image/png' },
    ],
    [
      { type: 'image', url: 'https://127.0.0.1/x.png' },
      { type: 'file', data: 'https://127.0.0.1/x.png', mediaType: 'image/*' },
    ],
    [
      { type: 'input_audio', input_audio: { data: 'AA==', format: 'mp3' } },
      { type: 'file', data: 'AA==', mediaType: 'audio/mp3' },
    ],
    [
      { type: 'file', file: { url: 'data:text/plain;base64,AA==', filename: 'a.txt' } },
      { type: 'file', data: 'data:text/plain;base64,AA==', mediaType: 'text/plain', filename: 'a.txt' },
    ],
    [
      { type: 'data', data: { sources: [{ id: 1 }] } },
      { type: 'text', text: '{"sources":[{"id":1}]}' },
    ],
  ])('has %j as %j', (part, expected) => {
    const message = messageSchema.parse({ role: 'user', content: [part] });
    expect(frameworkMessages([message])).toEqual([{ role: 'user', content: [expected] }]);
  });

  it('keeps calls whose arguments are not JSON', () => {
    const call = { type: 'function' as const, function: { name: 'hours', arguments: 'Oslo?' } };
    expect(frameworkMessages([{ role: 'assistant', content: 'so', tool_calls: [call] }])).toEqual([
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'so' },
          { type: 'tool-call', toolCallId: 'call_1', toolName: 'hours', input: { text: 'Oslo?' } },
        ],
      },
    ]);
  });
});

describe('what generate() gave', () => {
  it('is read from the steps of the AI SDK', () => {
    const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'hours', input: { city: 'Oslo' } };
    const failed = { type: 'tool-call', toolCallId: 'c2', toolName: 'pay', input: {} };
    const result = {
      text: 'nine',
      output: 'nine',
      steps: [
        {
          toolCalls: [call, failed],
          toolResults: [{ ...call, type: 'tool-result', output: { opens: 9 } }],
          content: [call, failed, { ...failed, type: 'tool-error', error: new Error('no ledger') }],
        },
        { toolCalls: [], toolResults: [], content: [{ type: 'text', text: 'nine' }] },
      ],
      usage: { inputTokens: 1, outputTokens: 1 },
      totalUsage: { inputTokens: 6, outputTokens: 4 },
    };
    expect(answerOfGenerate(result)).toEqual({
      content: 'nine',
      tool_calls: [
        { id: 'c1', tool: 'hours', arguments: { city: 'Oslo' }, result: { opens: 9 } },
        { id: 'c2', tool: 'pay', arguments: {}, error: 'no ledger' },
      ],
      usage: { input_tokens: 6, output_tokens: 4, calls: 2 },
    });
  });

  it('is read from the payloads of Mastra', () => {
    const payload = { toolCallId: 'c1', toolName: 'hours', args: { city: 'Oslo' } };
    const result = {
      text: '',
      object: { opens: 9 },
      toolCalls: [{ type: 'tool-call', payload }, { payload: { toolCallId: 'c2', toolName: 'pay' } }],
      toolResults: [{ type: 'tool-result', payload: { ...payload, result: { opens: 9 } } }],
      content: [{ type: 'tool-result', toolCallId: 'c2', output: { type: 'error-text', value: 'no ledger' } }],
      usage: { inputTokens: 6, outputTokens: 4 },
    };
    expect(answerOfGenerate(result)).toEqual({
      content: '',
      next: { opens: 9 },
      tool_calls: [
        { id: 'c1', tool: 'hours', arguments: { city: 'Oslo' }, result: { opens: 9 } },
        { id: 'c2', tool: 'pay', arguments: {}, error: 'no ledger' },
      ],
      usage: { input_tokens: 6, output_tokens: 4, calls: 1 },
    });
  });

  it('is read from the results of Mastra 0.24, which lists no calls', () => {
    const payload = { toolCallId: 'c1', toolName: 'hours', args: { city: 'Oslo' }, result: { opens: 9 } };
    expect(answerOfGenerate({ text: 'nine', toolCalls: [], toolResults: [{ type: 'tool-result', payload }] })).toEqual({
      content: 'nine',
      tool_calls: [{ id: 'c1', tool: 'hours', arguments: { city: 'Oslo' }, result: { opens: 9 } }],
    });
  });

  it('may hold an error, no output, or nothing of use', () => {
    expect(() => answerOfGenerate({ text: '', error: new Error('no capacity') })).toThrow('no capacity');
    expect(() => answerOfGenerate({ answer: 'x' })).toThrow('generate() of the agent gave a result without a text');
    const unasked = {
      text: 'x',
      get output() {
        throw new Error('No output specified.');
      },
    };
    expect(answerOfGenerate(unasked)).toEqual({ content: 'x', tool_calls: [] });
  });
});

describe('an agent object', () => {
  const reader = { shapes: [mastraShapes], importPackage: async () => ({}) };
  const context = { signal: new AbortController().signal };
  const messages = [{ role: 'user', content: 'hi' }];
  const echo = (...asked: unknown[]) => ({ text: JSON.stringify(asked) });

  it.each([
    ['version 5, which has no version of its own', { settings: {}, tools: undefined, respond: echo }],
    ['version 6 and 7', { version: 'agent-v1', id: undefined, tools: {} }],
  ])('of the AI SDK gets one object: %s', async (_version, shape) => {
    const agent = functionOfFrameworkAgent({ ...shape, generate: echo, stream: echo }, reader);
    const told = { runtimeContext: {}, experimental_context: {} };
    expect(await agent?.({ messages }, context)).toMatchObject({
      content: JSON.stringify([{ messages, abortSignal: context.signal, ...told }]),
    });
  });

  const mastraAgent = { getInstructions: echo, getModel: echo, generate: echo, stream: echo, tools: {} };
  const asked = { session_id: 's1', user_id: 'ada', metadata: { plan: 'pro' } };
  const facts = { plan: 'pro', session_id: 's1', user_id: 'ada' };

  it('of Mastra gets the messages first', async () => {
    const mastra = functionOfFrameworkAgent(mastraAgent, reader);
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
    const agent = functionOfFrameworkAgent({ ...mastraAgent, generate }, { ...reader, importPackage });
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
    expect(await functionOfFrameworkAgent(legacy, reader)?.({ messages }, context)).toEqual({
      content: 'nine, after 1',
      tool_calls: [{ id: 'c1', tool: 'hours', arguments: { city: 'Oslo' }, result: { opens: 9 } }],
      usage: { input_tokens: 6, output_tokens: 4, calls: 2 },
    });
  });

  it('of Mastra says what it was not told', async () => {
    const logged: string[] = [];
    const log = (text: string) => void logged.push(text);
    await functionOfFrameworkAgent(mastraAgent, reader)?.({ messages, ...asked }, { ...context, log });
    expect(logged).toEqual([expect.stringContaining('was not told plan, session_id, user_id')]);
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
    const agent = functionOfFrameworkAgent({ ...mastraAgent, getMemory, generate }, reader);
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
    ['agent-v1'],
    [{ generate: echo }],
    [{ generate: echo, stream: echo }],
    [{ generate: echo, tools: {} }],
    [{ version: 'agent-v1', stream: echo, tools: {} }],
  ])('is not %j', (agent) => {
    expect(functionOfFrameworkAgent(agent, reader)).toBeUndefined();
  });
});
