import { expect, it } from 'vitest';
import type { Assertion } from '../../contract/index.ts';
import { findMissingAmounts } from './unread-promises.ts';

const contains = (value: string): Assertion => ({ type: 'contains', value });
const listMissingAmounts = (expected: string, answer: string, rule: Assertion = contains('Refund')) =>
  findMissingAmounts({ expected, rules: [rule], answer });

it('finds an amount of "expected" that neither the answer nor a rule has', () => {
  const words = (amount: string) => [
    `"expected" has ${amount}, but the answer does not, and no rule of "assert" reads it`,
  ];
  const denied = 'Refund denied: the lamp is older than 30 days.';
  expect(listMissingAmounts('Refund of 20 EUR issued.', denied)).toEqual(words('20 EUR'));
  expect(listMissingAmounts('Refund of €1,200.50 issued.', 'Refund of €1,200 issued.')).toEqual(words('€1,200.50'));
  expect(listMissingAmounts('Refund of 15% issued.', denied)).toEqual(words('15%'));
});

it.each<[string, string, Assertion?]>([
  ['Refund of 20 EUR issued.', 'Refund: 20.00 EUR.'],
  ['Refund of €1.200,50 issued.', 'Refund of €1,200.50 issued.'],
  ['Refund of 20 EUR issued.', 'Refund of twenty euros.', { type: 'regex', value: '20|twenty' }],
  ['Refund of 20 EUR issued.', 'Refund of 25 EUR.', { type: 'regex', value: 'Refund of \\d+ EUR' }],
  ['Refund of 20 EUR issued.', 'Refund.', { type: 'agent', value: 'names the amount' }],
  ['Refund R4711 is issued after 14 days.', 'Refund R4712 is issued soon.'],
])('finds none: %s', (expected, answer, rule) => {
  expect(listMissingAmounts(expected, answer, rule)).toEqual([]);
});
