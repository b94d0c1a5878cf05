import { describe, expect, it } from 'vitest';
import { createSpan, formatSpanId } from '../../../testing/otlp.ts';
import type { JsonObject } from '../../../values/index.ts';
import { createArrivingConversations } from './arriving-conversations.ts';

const start = 1_000_000;
const quiet = start + 5_000;
const [first, second] = ['1'.repeat(32), '2'.repeat(32)];

function chat(question: string, answer: string, more: JsonObject = {}): JsonObject {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.input.messages': JSON.stringify([{ role: 'user', content: question }]),
    'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', content: answer }]),
    ...more,
  };
}

const inputs = (arriving: ReturnType<typeof createArrivingConversations>, now: number) =>
  arriving.takeDue(now).due.map(({ id, turns }) => ({ id, inputs: turns.map(({ input }) => input) }));

describe('conversations of running agents', () => {
  it('are due when no span has come for a while, and then once', () => {
    const arriving = createArrivingConversations();
    arriving.addSpans([createSpan(1, chat('hi', 'hello'), { traceId: first })], start);
    expect(arriving.countUnstored(start)).toEqual({ waiting: 1, quiet: 0 });
    expect(inputs(arriving, quiet - 1)).toEqual([]);
    expect(inputs(arriving, quiet)).toEqual([{ id: first, inputs: ['hi'] }]);
    expect(inputs(arriving, quiet + 60_000)).toEqual([]);
  });

  it('are due again, as a whole, when they go on in another trace', () => {
    const arriving = createArrivingConversations();
    const ofTalk = { 'session.id': 'talk' };
    arriving.addSpans([createSpan(1, chat('hi', 'hello', ofTalk), { traceId: first })], start);
    expect(inputs(arriving, quiet)).toHaveLength(1);
    arriving.addSpans([createSpan(2, chat('bye', 'see you', ofTalk), { traceId: second })], quiet);
    expect(inputs(arriving, quiet + 5_000)).toEqual([{ id: 'talk', inputs: ['hi', 'bye'] }]);
  });

  it('get their id from a span that comes later', () => {
    const arriving = createArrivingConversations();
    arriving.addSpans([createSpan(2, chat('hi', 'hello'), { traceId: first, parentSpanId: formatSpanId(1) })], start);
    arriving.addSpans([createSpan(1, { 'session.id': 'talk' }, { traceId: first })], start + 1_000);
    expect(arriving.countUnstored(start + 1_000)).toEqual({ waiting: 1, quiet: 0 });
    expect(inputs(arriving, quiet + 1_000)).toEqual([{ id: 'talk', inputs: ['hi'] }]);
  });

  it('wait a minute for spans that are missing, and are then given up with the reason', () => {
    const arriving = createArrivingConversations();
    const spans = [
      createSpan(3, chat('a', 'b'), { parentSpanId: formatSpanId(2) }),
      createSpan(4, {}, { parentSpanId: formatSpanId(9) }),
    ];
    arriving.addSpans([...spans, createSpan(5, {})], start);
    expect(arriving.takeDue(start + 59_999)).toEqual({ due: [], lost: [] });
    expect(arriving.takeDue(start + 60_000).lost).toEqual([expect.stringContaining('the trace is truncated')]);
    expect(arriving.countUnstored(start + 60_000).waiting).toBe(0);
  });

  it('are due again when they could not be stored', () => {
    const arriving = createArrivingConversations();
    arriving.addSpans([createSpan(1, chat('hi', 'hello'), { traceId: first })], start);
    expect(inputs(arriving, quiet)).toHaveLength(1);
    arriving.restoreLastTaken();
    expect(inputs(arriving, quiet)).toHaveLength(1);
  });

  it('take a limited amount of memory: those that are stored are forgotten first', () => {
    const arriving = createArrivingConversations(2_000);
    arriving.addSpans([createSpan(1, chat('hi', 'x'.repeat(900)), { traceId: first })], start);
    expect(arriving.isFull()).toBe(false);
    arriving.addSpans([createSpan(2, chat('ho', 'x'.repeat(900)), { traceId: second })], start);
    expect(arriving.isFull()).toBe(true);
    expect(inputs(arriving, quiet)).toHaveLength(2);
    arriving.takeDue(quiet);
    arriving.addSpans([createSpan(2, chat('ho', 'again'), { traceId: second })], quiet);
    expect(arriving.isFull()).toBe(false);
    expect(inputs(arriving, quiet + 5_000)).toEqual([{ id: second, inputs: ['ho'] }]);
  });
});
