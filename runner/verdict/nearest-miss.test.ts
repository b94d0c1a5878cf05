import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAssertionCondition } from '../assertions/assertion-types.ts';
import type { ToolCall, Turn } from '../contract/index.ts';
import { type Assertion, assertionSchema } from '../contract/index.ts';
import { serializeLongText } from '../values/index.ts';
import { findNearestMissedTurn } from './nearest-miss.ts';

describe('the nearest miss', () => {
  it('is the turn with most of the wanted words, quoted as it was said', () => {
    const turns = [
      turn(1, 'Good morning. How can I help?'),
      turn(2, 'I see the order.\nMay I have your date of order?'),
      turn(3, 'Anything else?'),
    ];
    expect(findNearestMissedTurn([condition({ type: 'contains', value: 'date of birth' })], turns)).toEqual({
      turn: 2,
      quote: 'May I have your date of order?',
    });
  });

  it('looks for the words of a pattern, not for its syntax', () => {
    const pattern = condition({ type: 'regex', value: '(?i)\\bname|address[0-9]{2}' });
    expect(findNearestMissedTurn([pattern], [turn(1, 'It is i, b.'), turn(2, 'Your address, please.')])?.turn).toBe(2);
    expect(findNearestMissedTurn([pattern], [turn(1, 'It is i, b.')])).toBeUndefined();
  });

  it('takes a call of the tool with other arguments for nearer than a call of one that is called alike', () => {
    const expectation = condition({ type: 'tool_called', value: { name: 'lookup_order', arguments: { id: 7 } } });
    const turns = [
      turn(1, '', { tool: 'lookup_order', arguments: { id: 8 } }),
      turn(2, '', { tool: 'lookupCustomer' }),
      turn(3, 'lookup_order', { tool: 'refund_payment' }),
    ];
    expect(findNearestMissedTurn([expectation], turns)).toEqual({ turn: 1, quote: 'lookup_order({"id":8})' });
    expect(findNearestMissedTurn([expectation], turns.slice(1))).toEqual({ turn: 2, quote: 'lookupCustomer' });
    expect(findNearestMissedTurn([expectation], turns.slice(2))).toBeUndefined();
  });

  it('is nothing where the wanted words are not for the answer to say', () => {
    const expectation = condition({ type: 'script', script: 'scripts.dates.IsToday' });
    expect(findNearestMissedTurn([expectation], [turn(1, 'I can tell scripts from dates.')])).toBeUndefined();
  });

  it('is nothing where only something unwanted is asked for', () => {
    const unwanted = [
      condition({ type: 'not_contains', value: 'sorry' }),
      condition({ type: 'contains', value: 'sorry', negate: true }),
    ];
    expect(findNearestMissedTurn(unwanted, [turn(1, 'sorry')])).toBeUndefined();
  });

  it('counts words that begin alike for half', () => {
    const expectation = condition({ type: 'contains', value: 'refunded' });
    expect(findNearestMissedTurn([expectation], [turn(1, 'A refund?'), turn(2, 'A reference?')])?.turn).toBe(1);
  });

  it('looks into the beginning of a text that is too long to be here, not into what stands in its place', () => {
    const long = serializeLongText({ at: '[7,"turn"]', size: 900_000, form: 'text', preview: 'Here is your voucher.' });
    expect(
      findNearestMissedTurn([condition({ type: 'contains', value: 'size of the voucher' })], [turn(1, long)])?.quote,
    ).toBe('Here is your voucher.…');
    expect(findNearestMissedTurn([condition({ type: 'contains', value: 'size' })], [turn(1, long)])).toBeUndefined();
  });

  it('has as many of the wanted words as any sentence of any turn', () => {
    const vocabulary = ['lamp', 'cable', 'order', 'price', 'monday', 'voucher'];
    const words = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 5 });
    const answers = fc.array(fc.array(words, { maxLength: 3 }), { maxLength: 6 });
    fc.assert(
      fc.property(words, answers, (wanted, conversation) => {
        const share = (sentence: readonly string[]): number =>
          new Set(wanted.filter((word) => sentence.includes(word))).size;
        const best = conversation.map((sentences) => Math.max(0, ...sentences.map(share)));
        const turns = conversation.map((sentences, position) =>
          turn(position + 1, sentences.map((sentence) => `${sentence.join(' ')}.`).join(' ')),
        );
        const miss = findNearestMissedTurn([condition({ type: 'contains', value: wanted.join(' ') })], turns);
        const most = Math.max(0, ...best);
        expect(miss?.turn).toBe(most === 0 ? undefined : best.lastIndexOf(most) + 1);
        if (miss === undefined) return;
        expect(turns[miss.turn - 1]?.output).toContain(miss.quote);
        expect(share(miss.quote.split(/[ .]/))).toBe(most);
      }),
    );
  });

  it('takes any text, however hostile, in its stride', () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (value, texts) => {
        const turns = texts.map((text, position) => turn(position + 1, text));
        const miss = findNearestMissedTurn([condition({ type: 'regex', value: `x${value}` })], turns);
        if (miss !== undefined) expect(turns.map((each) => each.turn)).toContain(miss.turn);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a condition', () => {
  it.each([
    [
      { type: 'equals', value: { b: 1, a: 2 } },
      { check: 'equals', wanted: '{"a":2,"b":1}' },
    ],
    [
      { type: 'json_path', path: '$.id', value: 7 },
      { check: 'json_path', wanted: '$.id = 7' },
    ],
    [
      { type: 'regex', pattern: 'a+', negate: true },
      { check: 'regex', wanted: 'a+', negate: true },
    ],
    [
      { type: 'tool_called', value: ['a', 'b'] },
      { check: 'tool_called', wanted: 'a or b', tools: ['a', 'b'] },
    ],
    [
      { type: 'tool_called', name: 'a', arguments: { x: 1 } },
      { check: 'tool_called', wanted: 'a({"x":1})', tools: ['a'] },
    ],
    [
      { type: 'tool_result', value: { tool: 'a', result: { ok: true } } },
      { check: 'tool_result', wanted: 'a → {"ok":true}', tools: ['a'] },
    ],
    [
      { type: 'limits', tokens: 1000, duration: '30s' },
      { check: 'limits', wanted: '{"duration":"30s","tokens":1000}' },
    ],
    [
      { type: 'script', use: 'scripts:x.Check' },
      { check: 'script', wanted: 'scripts:x.Check' },
    ],
    [
      { type: 'agent', use: 'agents:judge', options: { metadata: { criteria: 'polite' } } },
      { check: 'agent', wanted: 'polite' },
    ],
  ])('%j reads %j', (assertion, expected) => {
    expect(toAssertionCondition(assertionSchema.parse(assertion))).toEqual(expected);
  });
});

function condition(assertion: Assertion) {
  return toAssertionCondition(assertion);
}

function turn(number: number, output: string, ...toolCalls: ToolCall[]): Turn {
  return {
    turn: number,
    origin: 'case',
    input: 'hello',
    output,
    response: { content: output, toolCalls },
    checkpointsReached: [],
    startedAt: 0,
    durationMs: 1,
  };
}
