import { generateText, isStepCount, streamText, ToolLoopAgent, tool } from 'ai';
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createModuleTools } from '../module-tools.ts';
import type { ObjectReader } from '../user-objects.ts';
import { collectStreamedAnswer } from '../worker/streamed-answer.ts';
import { toAgentFunction, unwrapFrameworkAnswer } from './frameworks.ts';

type StreamPart =
  Awaited<ReturnType<MockLanguageModelV4['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;
type Generated = Awaited<ReturnType<MockLanguageModelV4['doGenerate']>>;

const reader: ObjectReader = { shapes: [], importPackage: async () => ({}) };
const usage = {
  inputTokens: { total: 7, noCache: 5, cacheRead: 2, cacheWrite: 0 },
  outputTokens: { total: 3, text: 3, reasoning: 0 },
};
const call = { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'hours', input: '{"city":"Oslo"}' };
const reason = (unified: 'stop' | 'tool-calls') => ({ unified, raw: unified });
const generated = (part: Generated['content'][number], unified: 'stop' | 'tool-calls'): Generated => ({
  content: [part],
  finishReason: reason(unified),
  usage: usage,
  warnings: [],
});
const textParts = (...pieces: string[]): StreamPart[] => [
  { type: 'text-start', id: '1' },
  ...pieces.map((delta): StreamPart => ({ type: 'text-delta', id: '1', delta })),
  { type: 'text-end', id: '1' },
];
const finished = (unified: 'stop' | 'tool-calls'): StreamPart => ({
  type: 'finish',
  finishReason: reason(unified),
  usage: usage,
});

function modelThat({ steps = [], whole = [] }: { steps?: StreamPart[][]; whole?: Generated[] }) {
  let next = -1;
  return new MockLanguageModelV4({
    doGenerate: async () => {
      next += 1;
      return whole[next] ?? generated({ type: 'text', text: 'nothing more' }, 'stop');
    },
    doStream: async () => {
      next += 1;
      const chunks: StreamPart[] = [{ type: 'stream-start', warnings: [] }, ...(steps[next] ?? [])];
      return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) };
    },
  });
}

const hours = tool({ inputSchema: z.object({ city: z.string() }), execute: ({ city }) => ({ city, opens: 9 }) });
const whole = [generated(call, 'tool-calls'), generated({ type: 'text', text: 'Nine.' }, 'stop')];
const steps = [
  [...textParts('Looking.'), call, finished('tool-calls')],
  [...textParts('Ni', 'ne.'), finished('stop')],
];
const answer = {
  content: 'Nine.',
  tool_calls: [{ id: 'c1', tool: 'hours', arguments: { city: 'Oslo' }, result: { city: 'Oslo', opens: 9 } }],
  usage: { input_tokens: 14, output_tokens: 6, calls: 2, cached_tokens: 4 },
};

async function readAnswer(value: unknown): Promise<{ answer: unknown; heard: string[] }> {
  const pieces: string[] = [];
  const listener = { said: (piece: string) => void pieces.push(piece), isOver: () => false, maxAnswer: 1000 };
  return { answer: await collectStreamedAnswer(unwrapFrameworkAnswer(value, reader), listener), heard: pieces };
}

describe('what a function returns of the AI SDK', () => {
  const settings = { tools: { hours }, stopWhen: isStepCount(5), prompt: 'When?' };

  it('is the answer of generateText, with its steps', async () => {
    expect((await readAnswer(await generateText({ ...settings, model: modelThat({ whole }) }))).answer).toEqual(answer);
  });

  it('is the answer of streamText, whose pieces are seen as they come', async () => {
    const { answer: streamed, heard } = await readAnswer(streamText({ ...settings, model: modelThat({ steps }) }));
    expect(streamed).toEqual(answer);
    expect(heard).toEqual(['Looking.', 'Ni', 'ne.']);
  });

  it('is the answer of stream() of an agent', async () => {
    const agent = new ToolLoopAgent({ model: modelThat({ steps }), tools: { hours } });
    expect((await readAnswer(await agent.stream({ prompt: 'When?' }))).answer).toEqual(answer);
  });

  it.each<[string, StreamPart[]]>([
    ['at once', []],
    ['in the middle', textParts('Ni')],
  ])('is an error where a stream fails %s', async (_when, before) => {
    const failing: StreamPart[][] = [[...before, { type: 'error', error: new Error('overloaded') }]];
    const result = streamText({ ...settings, model: modelThat({ steps: failing }), onError: () => undefined });
    await expect(readAnswer(result)).rejects.toThrow('overloaded');
  });

  it('is an error where a stream was aborted', async () => {
    const stop = new AbortController();
    stop.abort();
    const result = streamText({ ...settings, model: modelThat({ steps }), abortSignal: stop.signal });
    await expect(readAnswer(result)).rejects.toThrow(/abort/);
  });

  it('may be something else', async () => {
    expect((await readAnswer({ content: 'x' })).answer).toEqual({ content: 'x' });
  });
});

describe('an agent of the AI SDK', () => {
  const request = {
    messages: [{ role: 'user', content: 'When?' }],
    session_id: 's1',
    user_id: 'ada',
    metadata: { plan: 'pro' },
    options: { metadata: { plan: 'pro' }, mode: 'x' },
  };
  const facts = { plan: 'pro', session_id: 's1', user_id: 'ada', options: { mode: 'x' } };
  const context = { tools: createModuleTools(undefined), signal: new AbortController().signal };

  it('has the metadata as its call options, and all that the case says in its context', async () => {
    const callOptions: unknown[] = [];
    const agent = new ToolLoopAgent({
      model: modelThat({ whole }),
      tools: { hours },
      runtimeContext: { shop: 'Oslo' },
      callOptionsSchema: z.strictObject({ plan: z.enum(['pro', 'free']) }),
      prepareCall: ({ options, ...settings }) => {
        callOptions.push(options, settings.runtimeContext);
        return settings;
      },
    });
    expect(await toAgentFunction(agent, reader)?.(request, context)).toEqual(answer);
    expect(callOptions).toEqual([{ plan: 'pro' }, { shop: 'Oslo', ...facts }]);
  });

  it('says what its options do not allow', async () => {
    const agent = new ToolLoopAgent({
      model: modelThat({ whole }),
      callOptionsSchema: z.strictObject({ city: z.string() }),
      prepareCall: ({ options: _, ...settings }) => settings,
    });
    await expect(toAgentFunction(agent, reader)?.(request, context)).rejects.toThrow(/city/);
  });
});
