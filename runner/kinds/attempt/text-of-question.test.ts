import { expect, it } from 'vitest';
import type { Assertion, StandardOrDynamicCase } from '../../contract/index.ts';
import { findRulesThatQuestionSatisfies } from './text-of-question.ts';

const balance: Assertion = { type: 'regex', value: '(?i)balance|try again' };
const called: Assertion = { type: 'tool_called', name: 'get_balance' };
const failing: StandardOrDynamicCase['mocks'] = { get_balance: [{ fault: { kind: 'truncate' } }] };

function find(rules: Assertion[], mocks: StandardOrDynamicCase['mocks'] = undefined): string[] {
  return findRulesThatQuestionSatisfies({ testCase: { mocks }, rules, inputs: ['What is my balance?', 'Thanks'] });
}

const message =
  'regex "(?i)balance|try again" also holds for the message of the user; require a text that only a good answer has';

it.each<[string, string[]]>([
  ['the only rule of a case', find([balance])],
  ['a rule of a case whose tool fails', find([balance, called], failing)],
])('%s that the question satisfies is named', (_, found) => {
  expect(found).toEqual([message]);
});

it.each<[string, string[]]>([
  ['a rule beside a rule on calls', find([balance, called])],
  ['a rule beside one that the question does not satisfy', find([balance, { type: 'contains', value: '20 EUR' }])],
  ['a rule beside a judge', find([balance, { type: 'agent', value: 'It is polite' }])],
  ['a word of a short message', find([{ type: 'contains', value: 'Thanks' }])],
  [
    'a word of a simulated user',
    findRulesThatQuestionSatisfies({
      testCase: { simulator: { goal: 'know the balance' } },
      rules: [balance],
      inputs: ['What is my balance?'],
    }),
  ],
  ['a forbidden text', find([{ type: 'not_contains', value: 'balance' }])],
])('%s is not named', (_, found) => {
  expect(found).toEqual([]);
});
