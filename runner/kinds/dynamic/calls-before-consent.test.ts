import { expect, it } from 'vitest';
import type { Assertion, Turn } from '../../contract/index.ts';
import { dynamicCase } from '../../testing/case-factory.ts';
import { findCallsBeforeConsent } from './calls-before-consent.ts';

const transferred: Assertion = { type: 'tool_called', name: 'transfer', times: 1 };
const asked: Assertion = { type: 'contains', value: 'Shall I transfer' };
const transfer = [{ tool: 'transfer', arguments: { to: 'Ben' } }];
const question = 'It is 200 EUR. Shall I transfer it to Ben?';

type Answer = [content: string, toolCalls?: typeof transfer];

function find(name: string, answers: Answer[], assertions: Assertion[] = [transferred]): string[] {
  const turns = answers.map(
    ([content, toolCalls = []], index): Turn =>
      ({ turn: index + 1, origin: 'case', input: 'Yes', response: { content, toolCalls } }) as unknown as Turn,
  );
  return findCallsBeforeConsent({ testCase: dynamicCase({ name }), rules: assertions, turns });
}

const early: Answer[] = [[question, transfer], ['It is done.']];

it('a change in the turn of the question about it is named', () => {
  expect(find('transfers when the customer has agreed', early)).toEqual([
    'transfer was called in turn 1, before the user could answer "Shall I transfer it to Ben?"; a rule with "times": 0 in that turn forbids it',
  ]);
  expect(find('transfers money', early, [transferred, asked])).toHaveLength(1);
});

const agreed = 'transfers when the customer has agreed';

it.each<[string, string[]]>([
  ['a change after the question', find(agreed, [[question], ['It is done.', transfer]])],
  ['a case that is not about the question', find('transfers money', early)],
  ['a case about no question', find('transfers without confirmation', early)],
  ['a question about one more', find(agreed, [['Done. Shall I transfer another sum?', transfer], ['Bye']])],
  ['another question', find(agreed, [['Done. Shall I send you a receipt?', transfer], ['Bye']])],
  ['a change that no rule requires', find(agreed, early, [asked])],
  ['a question in the last turn', find(agreed, [['Hello'], [question, transfer]])],
  ['a failed call', find(agreed, [[question, [{ ...transfer[0], error: 'down' } as never]], ['Done.']])],
])('%s is not named', (_, found) => {
  expect(found).toEqual([]);
});
