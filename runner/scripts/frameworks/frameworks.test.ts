import { describe, expect, it } from 'vitest';
import { type Message, messageSchema } from '../../contract/index.ts';
import { toFrameworkMessages } from './framework-messages.ts';
import { toAgentFunction } from './frameworks.ts';
import { toAnswerOfGenerate } from './generate-answer.ts';

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
    expect(toFrameworkMessages(conversation)).toEqual([
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
    expect(toFrameworkMessages([message])).toEqual([{ role: 'user', content: [expected] }]);
  });

  it('keeps calls whose arguments are not JSON', () => {
    const call = { type: 'function' as const, function: { name: 'hours', arguments: 'Oslo?' } };
    expect(toFrameworkMessages([{ role: 'assistant', content: 'so', tool_calls: [call] }])).toEqual([
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
    expect(toAnswerOfGenerate(result)).toEqual({
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
    expect(toAnswerOfGenerate(result)).toEqual({
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
    expect(
      toAnswerOfGenerate({ text: 'nine', toolCalls: [], toolResults: [{ type: 'tool-result', payload }] }),
    ).toEqual({
      content: 'nine',
      tool_calls: [{ id: 'c1', tool: 'hours', arguments: { city: 'Oslo' }, result: { opens: 9 } }],
    });
  });

  it('may hold an error, no output, or nothing of use', () => {
    expect(() => toAnswerOfGenerate({ text: '', error: new Error('no capacity') })).toThrow('no capacity');
    expect(() => toAnswerOfGenerate({ answer: 'x' })).toThrow('generate() of the agent gave a result without a text');
    const unasked = {
      text: 'x',
      get output() {
        throw new Error('No output specified.');
      },
    };
    expect(toAnswerOfGenerate(unasked)).toEqual({ content: 'x', tool_calls: [] });
  });
});

describe('an agent object', () => {
  const reader = { shapes: [], importPackage: async () => ({}) };
  const context = { signal: new AbortController().signal };
  const messages = [{ role: 'user', content: 'hi' }];
  const echo = (...inputs: unknown[]) => ({ text: JSON.stringify(inputs) });

  it.each([
    ['version 5, which has no version of its own', { settings: {}, tools: undefined, respond: echo }],
    ['version 6 and 7', { version: 'agent-v1', id: undefined, tools: {} }],
  ])('of the AI SDK gets one object: %s', async (_version, shape) => {
    const agent = toAgentFunction({ ...shape, generate: echo, stream: echo }, reader);
    const contextOptions = { runtimeContext: {}, experimental_context: {} };
    expect(await agent?.({ messages }, context)).toMatchObject({
      content: JSON.stringify([{ messages, abortSignal: context.signal, ...contextOptions }]),
    });
  });

  it.each([
    [undefined],
    ['agent-v1'],
    [{ generate: echo }],
    [{ generate: echo, stream: echo }],
    [{ generate: echo, tools: {} }],
    [{ version: 'agent-v1', stream: echo, tools: {} }],
  ])('is not %j', (agent) => {
    expect(toAgentFunction(agent, reader)).toBeUndefined();
  });
});
