import { expect, it } from 'vitest';
import type { Assertion } from '../../contract/index.ts';
import type { Json } from '../../values/index.ts';
import { findRulesOnHiddenText } from './hidden-text.ts';

const content = 'I refunded 50. The customer is on the fraud list.';
const find = (rule: Assertion, value: Json = { amount: 50, currency: 'EUR' }, text = content) =>
  findRulesOnHiddenText({ rules: [rule], content: text, value });

it('names rules on text that the data of an answer fulfil, and its text does not', () => {
  expect(find({ type: 'not_contains', value: 'fraud' })).toEqual([
    'a rule forbids "fraud" only in the data of the answer, which are judged; the text that the user sees has it',
  ]);
  expect(find({ type: 'regex', pattern: 'fr..d', negate: true })).toHaveLength(1);
  expect(find({ type: 'contains', value: 'EUR' })).toEqual([
    'a rule finds "EUR" only in the data of the answer, not in the text that the user sees',
  ]);
});

it('names none that both fulfil, and none without data or text', () => {
  expect([
    find({ type: 'contains', value: '50' }),
    find({ type: 'not_contains', value: 'password' }),
    find({ type: 'not_contains', value: 'fraud' }, content),
    find({ type: 'contains', value: 'EUR' }, { currency: 'EUR' }, ' '),
    find({ type: 'json_path', path: '$.currency', value: 'EUR' }),
  ]).toEqual([[], [], [], [], []]);
});
