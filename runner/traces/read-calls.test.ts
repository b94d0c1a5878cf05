import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSpan, formatSpanId } from '../testing/otlp.ts';
import type { Json, JsonObject } from '../values/index.ts';
import { collectCallsInSpans, createTraceReader, type Span } from './index.ts';

const callIn = (attributes: JsonObject, spanFields: Partial<Span> = {}) =>
  collectCallsInSpans([createSpan(1, attributes, spanFields)])[0];
const text = JSON.stringify;

/** The data of one call, which is then written in the format of each convention. */
const weather = { city: 'Oslo' };
const inputMessages = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Is it warm?' },
  {
    role: 'assistant',
    content: 'Let me see.',
    tool_calls: [{ id: 'c1', type: 'function', function: { name: 'weather', arguments: text(weather) } }],
  },
  { role: 'tool', tool_call_id: 'c1', content: 'rain' },
];
const answer = { content: 'No.', toolCalls: [{ id: 'c2', tool: 'weather', arguments: weather }] };
const messageParts: Json = [
  { role: 'user', parts: [{ type: 'text', content: 'Is it warm?' }] },
  {
    role: 'assistant',
    parts: [
      { type: 'text', content: 'Let me see.' },
      { type: 'tool_call', id: 'c1', name: 'weather', arguments: weather },
    ],
  },
  { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'rain' }] },
];
const outputMessages: Json = [
  {
    role: 'assistant',
    parts: [
      { type: 'text', content: 'No.' },
      { type: 'tool_call', id: 'c2', name: 'weather', arguments: weather },
    ],
    finish_reason: 'stop',
  },
];
const genAi = {
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'gpt-4o',
  'gen_ai.usage.input_tokens': 12,
  'gen_ai.usage.output_tokens': 3,
  'gen_ai.usage.cache_read.input_tokens': 2,
  'gen_ai.response.finish_reasons': ['stop'],
};
const message = (role: string, attributes: JsonObject) => ({ name: `gen_ai.${role}.message`, attributes });

const conventions: [string, JsonObject, Partial<Span>?][] = [
  [
    'gen_ai, with attributes that are JSON',
    {
      ...genAi,
      'gen_ai.system_instructions': text([{ type: 'text', content: 'Be brief.' }]),
      'gen_ai.input.messages': text(messageParts),
      'gen_ai.output.messages': text(outputMessages),
    },
  ],
  [
    'gen_ai, with structured attributes of an event',
    genAi,
    {
      events: [
        {
          name: 'gen_ai.client.inference.operation.details',
          attributes: {
            'gen_ai.system_instructions': [{ type: 'text', content: 'Be brief.' }],
            'gen_ai.input.messages': messageParts,
            'gen_ai.output.messages': outputMessages,
          },
        },
      ],
    },
  ],
  [
    'gen_ai, with an event for each message',
    genAi,
    {
      events: [
        message('system', { content: 'Be brief.' }),
        message('user', { content: 'Is it warm?' }),
        message('assistant', {
          content: 'Let me see.',
          tool_calls: text([{ id: 'c1', type: 'function', function: { name: 'weather', arguments: text(weather) } }]),
        }),
        message('tool', { id: 'c1', content: 'rain' }),
        {
          name: 'gen_ai.choice',
          attributes: {
            finish_reason: 'stop',
            message: text({
              content: 'No.',
              tool_calls: [{ id: 'c2', type: 'function', function: { name: 'weather', arguments: text(weather) } }],
            }),
          },
        },
      ],
    },
  ],
  [
    'OpenLLMetry',
    {
      'llm.request.type': 'chat',
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.usage.prompt_tokens': 12,
      'gen_ai.usage.completion_tokens': 3,
      'gen_ai.usage.cache_read_input_tokens': 2,
      'gen_ai.prompt.0.role': 'system',
      'gen_ai.prompt.0.content': 'Be brief.',
      'gen_ai.prompt.1.role': 'user',
      'gen_ai.prompt.1.content': 'Is it warm?',
      'gen_ai.prompt.2.role': 'assistant',
      'gen_ai.prompt.2.content': 'Let me see.',
      'gen_ai.prompt.2.tool_calls.0.id': 'c1',
      'gen_ai.prompt.2.tool_calls.0.name': 'weather',
      'gen_ai.prompt.2.tool_calls.0.arguments': text(weather),
      'gen_ai.prompt.3.role': 'tool',
      'gen_ai.prompt.3.tool_call_id': 'c1',
      'gen_ai.prompt.3.content': 'rain',
      'gen_ai.completion.0.role': 'assistant',
      'gen_ai.completion.0.content': 'No.',
      'gen_ai.completion.0.finish_reason': 'stop',
      'gen_ai.completion.0.tool_calls.0.id': 'c2',
      'gen_ai.completion.0.tool_calls.0.name': 'weather',
      'gen_ai.completion.0.tool_calls.0.arguments': text(weather),
    },
  ],
  [
    'OpenInference',
    {
      'openinference.span.kind': 'LLM',
      'llm.model_name': 'gpt-4o',
      'llm.token_count.prompt': 12,
      'llm.token_count.completion': 3,
      'llm.token_count.prompt_details.cache_read': 2,
      'llm.finish_reason': 'stop',
      'llm.input_messages.10.message.role': 'tool',
      'llm.input_messages.10.message.tool_call_id': 'c1',
      'llm.input_messages.10.message.content': 'rain',
      'llm.input_messages.0.message.role': 'system',
      'llm.input_messages.0.message.content': 'Be brief.',
      'llm.input_messages.1.message.role': 'user',
      'llm.input_messages.1.message.contents.0.message_content.type': 'text',
      'llm.input_messages.1.message.contents.0.message_content.text': 'Is it warm?',
      'llm.input_messages.2.message.role': 'assistant',
      'llm.input_messages.2.message.content': 'Let me see.',
      'llm.input_messages.2.message.tool_calls.0.tool_call.id': 'c1',
      'llm.input_messages.2.message.tool_calls.0.tool_call.function.name': 'weather',
      'llm.input_messages.2.message.tool_calls.0.tool_call.function.arguments': text(weather),
      'llm.output_messages.0.message.role': 'assistant',
      'llm.output_messages.0.message.content': 'No.',
      'llm.output_messages.0.message.tool_calls.0.tool_call.id': 'c2',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.name': 'weather',
      'llm.output_messages.0.message.tool_calls.0.tool_call.function.arguments': text(weather),
    },
  ],
  [
    'the AI SDK',
    {
      'ai.operationId': 'ai.generateText.doGenerate',
      'ai.model.id': 'gpt-4o',
      'gen_ai.operation.name': 'chat',
      'ai.usage.inputTokens': 12,
      'ai.usage.outputTokens': 3,
      'ai.usage.cachedInputTokens': 2,
      'ai.response.finishReason': 'stop',
      'ai.prompt.messages': text([
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Is it warm?' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Let me see.' },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'weather', input: weather },
          ],
        },
        {
          role: 'tool',
          content: [
            { type: 'tool-result', toolCallId: 'c1', toolName: 'weather', output: { type: 'text', value: 'rain' } },
          ],
        },
      ]),
      'ai.response.text': 'No.',
      'ai.response.toolCalls': text([{ toolCallId: 'c2', toolName: 'weather', input: weather }]),
    },
  ],
];

describe('a model call in a span', () => {
  it.each(conventions)('is read alike from %s', (_name, attributes, spanFields) => {
    expect(callIn(attributes, spanFields)).toEqual({
      span: { traceId: 'a'.repeat(32), spanId: formatSpanId(1) },
      kind: 'model',
      call: {
        connector: 'gpt-4o',
        startedAt: 1_700_000_000_010,
        durationMs: 5,
        usage: { inputTokens: 12, outputTokens: 3, cachedTokens: 2, calls: 1, retries: 0 },
        finishReason: 'stop',
        request: { messages: inputMessages },
        answer,
      },
    });
  });

  it('is an outline where the SDK keeps what was said to itself', () => {
    expect(callIn(genAi)?.call).not.toHaveProperty('request');
    expect(callIn({ 'gen_ai.operation.name': 'chat' })?.call).toEqual({
      connector: 'unknown',
      startedAt: 1_700_000_000_010,
      durationMs: 5,
    });
  });

  it('has its tools, its parameters and its error', () => {
    const tool = { type: 'function', name: 'weather' };
    const call = callIn(
      { ...genAi, 'gen_ai.request.temperature': 0.5, 'gen_ai.tool.definitions': text([tool]) },
      { error: 'no capacity' },
    );
    expect(call?.call).toMatchObject({
      error: 'no capacity',
      request: { messages: [], tools: [tool], options: { temperature: 0.5 } },
    });
    const openInference = callIn({
      'openinference.span.kind': 'llm',
      'llm.tools.0.tool.json_schema': text(tool),
      'llm.invocation_parameters': text({ temperature: 0.5 }),
    });
    expect(openInference?.call).toMatchObject({ request: { tools: [tool], options: { temperature: 0.5 } } });
  });

  it('keeps images and thoughts as they are, beside the text', () => {
    const reasoningPart = { type: 'reasoning', content: 'hm' };
    const messages = [{ role: 'user', parts: [{ type: 'text', content: 'see' }, reasoningPart] }];
    expect(callIn({ ...genAi, 'gen_ai.input.messages': text(messages) })?.call).toMatchObject({
      request: { messages: [{ role: 'user', content: [{ type: 'text', text: 'see' }, reasoningPart] }] },
    });
  });

  it.each([
    ['invoke_agent', { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.request.model': 'gpt-4o' }],
    ['embeddings', { 'gen_ai.operation.name': 'embeddings', 'gen_ai.request.model': 'e' }],
    ['a chain', { 'openinference.span.kind': 'CHAIN', 'llm.model_name': 'gpt-4o' }],
    ['the whole of generateText', { 'ai.operationId': 'ai.generateText', 'gen_ai.request.model': 'gpt-4o' }],
    ['a request of a web server', { 'http.request.method': 'POST' }],
  ])('is not %s', (_name, attributes) => {
    expect(callIn(attributes)).toBeUndefined();
  });

  it('is told once where two libraries watch it: the inner one', () => {
    const outerSpan = createSpan(1, genAi, { endedAt: 1_700_000_000_090 });
    const middleSpan = createSpan(2, {}, { parentSpanId: formatSpanId(1), endedAt: 1_700_000_000_080 });
    const innerSpan = createSpan(3, { ...genAi, 'gen_ai.request.model': 'inner' }, { parentSpanId: formatSpanId(2) });
    const modelsIn = (calls: ReturnType<typeof collectCallsInSpans>) =>
      calls.map((call) => (call.kind === 'model' ? call.call.connector : ''));
    expect(modelsIn(collectCallsInSpans([outerSpan, middleSpan, innerSpan]))).toEqual(['inner']);
    const reader = createTraceReader();
    const batches = [[innerSpan], [middleSpan], [outerSpan], [outerSpan, innerSpan]].map((batch) =>
      modelsIn(reader.read(batch)),
    );
    expect(batches).toEqual([['inner'], [], [], []]);
  });
});

describe('a tool call in a span', () => {
  it.each([
    [
      'gen_ai',
      {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'weather',
        'gen_ai.tool.call.arguments': text(weather),
        'gen_ai.tool.call.result': 'rain',
      },
    ],
    [
      'OpenInference',
      {
        'openinference.span.kind': 'TOOL',
        'tool.name': 'weather',
        'input.value': text(weather),
        'output.value': 'rain',
      },
    ],
    [
      'the AI SDK',
      {
        'ai.operationId': 'ai.toolCall',
        'ai.toolCall.name': 'weather',
        'ai.toolCall.args': text(weather),
        'ai.toolCall.result': text('rain'),
      },
    ],
    [
      'OpenLLMetry',
      {
        'traceloop.span.kind': 'tool',
        'traceloop.entity.name': 'weather',
        'traceloop.entity.input': text(weather),
        'traceloop.entity.output': 'rain',
      },
    ],
  ])('is read alike from %s', (_name, attributes) => {
    expect(callIn(attributes, { error: 'flooded' })).toMatchObject({
      kind: 'tool',
      call: { tool: 'weather', arguments: weather, result: 'rain', error: 'flooded', durationMs: 5 },
    });
  });
});

describe('spans that come in batches', () => {
  const kinds: JsonObject[] = [genAi, { 'openinference.span.kind': 'TOOL' }, { 'openinference.span.kind': 'LLM' }, {}];
  /** Generates traces in which each span ends before its parent, as in real traces. */
  const traces = fc
    .array(fc.record({ kind: fc.nat({ max: kinds.length - 1 }), above: fc.nat(), repeated: fc.boolean() }), {
      maxLength: 12,
    })
    .map((spans) =>
      spans.flatMap(({ kind, above: parentDistance, repeated }, index) => {
        const later = index + 1 + (parentDistance % 4);
        const parentSpanId = later < spans.length ? formatSpanId(later) : undefined;
        const span = createSpan(index, kinds[kind] ?? {}, { parentSpanId });
        return repeated ? [span, span] : [span];
      }),
    );

  it('tell of the same calls, however they are cut', () => {
    fc.assert(
      fc.property(traces, fc.array(fc.nat({ max: 20 })), (spans, cuts) => {
        const reader = createTraceReader();
        const places = [...new Set([0, ...cuts.filter((cut) => cut < spans.length), spans.length])].toSorted(
          (a, b) => a - b,
        );
        const calls = places.flatMap((cut, index) => reader.read(spans.slice(cut, places[index + 1] ?? cut)));
        expect(calls).toEqual(collectCallsInSpans(spans));
      }),
    );
  });

  it('tell of calls whatever their attributes hold', { tags: 'thorough' }, () => {
    const names = [...new Set(conventions.flatMap(([, attributes]) => Object.keys(attributes)))];
    const value = fc.oneof(fc.jsonValue(), fc.json(), fc.constantFrom('LLM', 'TOOL', 'chat', 'ai.toolCall'));
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (attributes) => {
        const span = createSpan(1, JSON.parse(text(attributes)), {
          events: [{ name: 'gen_ai.choice', attributes: JSON.parse(text(attributes)) }],
        });
        expect(collectCallsInSpans([span]).length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });
});
