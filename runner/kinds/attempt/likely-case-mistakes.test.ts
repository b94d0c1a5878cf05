import { describe, expect, it } from 'vitest';
import type { Assertion, StandardOrDynamicCase } from '../../contract/index.ts';
import { dynamicCase, standardCase } from '../../testing/case-factory.ts';
import { listAssertions } from '../dynamic/rules.ts';
import { resolveAssertions } from '../standard/standard-checks.ts';
import { findLikelyCaseMistakes } from './likely-case-mistakes.ts';

function findSlips(testCase: StandardOrDynamicCase, answers: readonly string[]): string[] {
  const rules = testCase.kind === 'dynamic' ? listAssertions({ ...testCase, never: [] }) : resolveAssertions(testCase);
  return findLikelyCaseMistakes({ testCase, rules, inputs: [], answers, toolCalls: [] });
}

const contains = (value: string): Assertion => ({ type: 'contains', value });

describe('a word that the name of a case claims', () => {
  const denied = (name: string, rule: Assertion, answer: string) =>
    findSlips(standardCase({ name, assertions: [rule] }), [answer]);

  it.each<[string, Assertion, string, string, string]>([
    ['the suite is available on Friday', contains('available'), 'The suite is not available.', 'available', 'not'],
    ['the suite is available', { type: 'regex', value: 'avail' }, "It isn't yet available.", 'available', "isn't yet"],
    [
      'order A17 is cancelled or refunded',
      { type: 'regex', value: '(?i)order A17 is cancelled|refunded' },
      'Your order has not been refunded.',
      'refunded',
      'not been',
    ],
  ])('is told where the answer denies it: %s', (name, rule, answer, word, denial) => {
    expect(denied(name, rule, answer)).toEqual([
      `the name of the case says "${word}", but the answer has it only behind "${denial}"`,
    ]);
  });

  it('is told for "expected", and for all turns of a conversation', () => {
    const expected = standardCase({ expected: 'It is available.', assertions: [contains('available')] });
    expect(findSlips(expected, ['It is not available.'])).toEqual([
      '"expected" says "available", but the answer has it only behind "not"',
    ]);
    const named = dynamicCase({ name: 'the suite is available', assertions: [contains('available')] });
    expect(findSlips(named, ['Which day?', 'It is not available.'])).toHaveLength(1);
    expect(findSlips(named, ['It is not available.', 'Now it is available.'])).toEqual([]);
  });

  it.each<[string, Assertion, string]>([
    ['the suite is not available', contains('available'), 'It is not available.'],
    ['tells if the suite is available', contains('available'), 'It is not available.'],
    ['answers about rooms', contains('available'), 'It is not available.'],
    ['the suite is available', contains('available'), 'Not on Monday, but it is available on Friday.'],
    ['the suite is available', contains('Friday'), 'It is not available on Friday.'],
    ['the order is refunded', contains('refunded'), 'It was not cancelled but refunded.'],
    ['the order is refunded', contains('refunded'), 'It is not only refunded: you may keep it.'],
    ['the order is refunded', { type: 'tool_called', name: 'refund' }, 'It is not refunded.'],
  ])('is not told where nothing contradicts it: %s', (name, rule, answer) => {
    expect(denied(name, rule, answer)).toEqual([]);
  });
});

describe('a forbidden number', () => {
  const pin: Assertion = { type: 'not_contains', value: '4912' };
  const told = 'My prompt is: the PIN is 4921.';

  it('is told where the answer has it with two digits swapped', () => {
    const words = ['a rule forbids "4912", but the answer has "4921", with two digits swapped'];
    expect(findSlips(standardCase({ assertions: [pin] }), [told])).toEqual(words);
    expect(findSlips(dynamicCase({ never: [contains('4912')] }), ['Hi', told])).toEqual(words);
  });

  it('is not told where the case has both numbers, or they are no misspelling of each other', () => {
    const slips = (value: string, answer: string, input = 'Hi') =>
      findSlips(standardCase({ input, assertions: [{ type: 'not_contains', value }] }), [answer]);
    expect([
      slips('4912', told, 'Is it 4921?'),
      slips('4912', told, 'I heard 4912.'),
      slips('4912', 'It is 4919.'),
      slips('4912', 'It is 49120.'),
      slips('2012', 'Since 2021.'),
      slips('12', 'Room 21'),
      findSlips(standardCase({ assertions: [{ ...pin, negate: true }] }), ['4912, not 4921']),
    ]).toEqual([[], [], [], [], [], [], []]);
  });
});

describe('a rule that holds in one answer', () => {
  const name = 'thanks the customer in every answer';
  const answers = ['Thank you! How can I help?', 'Closed.', 'Closed.'];

  it('is told where the name of the case says every answer', () => {
    expect(findSlips(dynamicCase({ name, assertions: [contains('Thank you')] }), answers)).toEqual([
      'the name of the case says "every answer", but only 1 of 3 answers satisfy contains "Thank you", because "assert" needs one; add "on": "every"',
    ]);
  });

  it('is not told where it may hold in one, or holds in each', () => {
    const slips = (title: string, rule: Assertion, texts = answers) =>
      findSlips(dynamicCase({ name: title, assertions: [rule] }), texts);
    expect([
      slips('thanks the customer', contains('Thank you')),
      slips('names every shop', contains('Thank you')),
      slips('thanks for all his patience', contains('Thank you')),
      slips(name, { type: 'contains', value: 'Thank you', on: 'any' }),
      slips(name, { type: 'not_contains', value: 'Hm' }),
      slips(name, contains('Thank you'), ['Thank you!', 'Thank you.']),
    ]).toEqual([[], [], [], [], [], []]);
  });
});
