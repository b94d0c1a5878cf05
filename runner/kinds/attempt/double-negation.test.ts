import { expect, it } from 'vitest';
import type { Assertion } from '../../contract/index.ts';
import { findDoubleNegations } from './double-negation.ts';

function find(name: string, value: string, fields: Partial<Extract<Assertion, { type: 'agent' }>> = {}): string[] {
  const rule: Assertion = { type: 'agent', value, negate: true, ...fields };
  return findDoubleNegations({ testCase: { id: 'a', name }, rules: [rule] });
}

it('a negated criterion that forbids what the name of the case forbids is named', () => {
  expect(find('promises no discount', 'does not promise a discount')).toEqual([
    'the criterion "does not promise a discount" already forbids something, and "negate" requires the opposite, so only an agent that does what is forbidden passes; leave out "negate"',
  ]);
  expect(find('never offers a discount', 'The answer contains no discount.')).toHaveLength(1);
});

it.each<[string, string[]]>([
  ['a criterion without "negate"', find('promises no discount', 'does not promise a discount', { negate: undefined })],
  ['a criterion that forbids nothing', find('promises no discount', 'promises a discount')],
  ['a name that requires what the criterion denies', find('answers the question', 'does not answer the question')],
  ['a name that forbids the opposite', find('never leaves out the price', 'does not name the price')],
])('%s is not named', (_, found) => {
  expect(found).toEqual([]);
});
