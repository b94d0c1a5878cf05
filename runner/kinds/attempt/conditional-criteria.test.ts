import { expect, it } from 'vitest';
import type { Assertion } from '../../contract/index.ts';
import { findConditionalCriteria } from './conditional-criteria.ts';

const vat: Assertion = { type: 'agent', value: 'If the answer names a price, it says that VAT is included.' };
const inputs = ['What does the lamp cost?'];

it.each<[string, Assertion[]]>([
  ['alone', [vat]],
  ['beside a text of the question', [vat, { type: 'contains', value: 'lamp' }]],
])('a criterion with a condition is named %s', (_, rules) => {
  expect(findConditionalCriteria({ rules, inputs })).toEqual([
    'no rule requires the condition of the criterion: "If the answer names a price"; without it, every answer meets the criterion',
  ]);
});

it.each<[string, Assertion[]]>([
  ['beside a rule on the price', [vat, { type: 'regex', value: '\\d+ EUR' }]],
  ['without a condition', [{ type: 'agent', value: 'It names the price, and says that VAT is included.' }]],
])('a criterion is not named %s', (_, rules) => {
  expect(findConditionalCriteria({ rules, inputs })).toEqual([]);
});
