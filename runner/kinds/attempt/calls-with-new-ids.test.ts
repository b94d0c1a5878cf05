import { expect, it } from 'vitest';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import type { Assertion } from '../../contract/index.ts';
import type { JsonObject } from '../../values/index.ts';
import { findCallsWithNewIds } from './calls-with-new-ids.ts';

const rule: Assertion = { type: 'tool_called', name: 'charge_card', arguments: { amount: 40 } };
const charge = (args: JsonObject, fields: Partial<ToolCallWithTurn> = {}): ToolCallWithTurn => ({
  tool: 'charge_card',
  arguments: { amount: 40, ...args },
  ...fields,
});
const twice = [charge({ request: 'r-1' }), charge({ request: 'r-2' })];

function find(toolCalls: ToolCallWithTurn[], rules: Assertion[] = [rule], input = 'Please charge 40 EUR'): string[] {
  return findCallsWithNewIds({ testCase: { name: 'charges the card' }, rules, inputs: [input], toolCalls });
}

it('a change that was repeated under another request id is named', () => {
  expect(find(twice)).toEqual([
    'charge_card was called 2 times with arguments that differ only in "request", and no rule counts its calls; add "times": 1',
  ]);
  expect(find([charge({ idempotencyKey: 'a1' }), charge({ idempotencyKey: 'a2' })])).toHaveLength(1);
  expect(find([charge({ timestamp: 1 }), charge({ timestamp: 2 }), charge({ timestamp: 3 })])).toHaveLength(1);
});

it.each<[string, string[]]>([
  ['one call', find(twice.slice(1))],
  ['a rule that counts', find(twice, [{ ...rule, times: 2 }])],
  ['a rule that reads the id', find(twice, [{ ...rule, arguments: { request: 'r-1' } }])],
  ['one rule for each call', find(twice, [rule, rule])],
  ['no rule on the tool', find(twice, [{ type: 'contains', value: '40' }])],
  ['a function that may read the calls', find(twice, [rule, { type: 'script', script: 'scripts.a.B' }])],
  ['a wish for two', find(twice, [rule], 'Charge 40 EUR twice')],
  ['ids of the user', find(twice, [rule], 'Charge r-1 and r-2')],
  ['ids of what is charged', find([charge({ order_id: 'A1' }), charge({ order_id: 'A2' })])],
  ['other amounts', find([charge({ request: 'r-1' }), charge({ request: 'r-2', amount: 5 })])],
  ['texts of requests', find([charge({ request: 'the lamp' }), charge({ request: 'the chair' })])],
  ['a failed attempt', find([charge({ request: 'r-1' }, { error: 'down' }), charge({ request: 'r-2' })])],
  ['another turn', find([charge({ request: 'r-1' }, { turn: 1 }), charge({ request: 'r-2' }, { turn: 2 })])],
])('%s is not named', (_, found) => {
  expect(found).toEqual([]);
});
