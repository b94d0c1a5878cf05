import { expect, it } from 'vitest';
import type { Assertion, ToolCall } from '../../contract/index.ts';
import { findCallMismatches } from './call-mismatches.ts';

const refund: Assertion = { type: 'tool_called', name: 'refund', arguments: { order: 'A17' } };

function findAmounts(
  args: ToolCall['arguments'],
  rule = refund,
  input = 'Please refund 20 EUR for order A17',
): string[] {
  const toolCalls = [{ tool: 'refund', arguments: args }];
  return findCallMismatches({ testCase: {}, rules: [rule], inputs: [input], toolCalls });
}

it('an amount of the user in another unit is named', () => {
  expect(findAmounts({ order: 'A17', amount: 2000 })).toEqual([
    'refund was called with amount 2000, but the user said 20; no rule reads this argument; add it to "arguments"',
  ]);
});

it.each<[string, string[]]>([
  ['the amount of the user', findAmounts({ amount: 20 })],
  ['another number', findAmounts({ amount: 60 })],
  ['an amount that a rule reads', findAmounts({ amount: 2000 }, { ...refund, arguments: { amount: 2000 } })],
  ['an amount that the user said as well', findAmounts({ amount: 2000 }, refund, '20 EUR of the 2000')],
  ['a part of an id', findAmounts({ amount: 1700 }, refund, 'Refund order A-17')],
])('%s is not named', (_, found) => {
  expect(found).toEqual([]);
});

const [check, order]: Assertion[] = ['check_stock', 'place_order'].map((name) => ({ type: 'tool_called', name }));
const [checked, ordered]: ToolCall[] = ['check_stock', 'place_order'].map((tool) => ({ tool, arguments: {} }));

function findOrder(toolCalls: (ToolCall | undefined)[], name: string, rules = [check, order]): string[] {
  return findCallMismatches({
    testCase: { name },
    rules: rules.flatMap((rule) => rule ?? []),
    inputs: [],
    toolCalls: toolCalls.flatMap((call) => call ?? []),
  });
}

it('calls in another order than that of a name with "first … then" are named', () => {
  const name = 'first checks the stock, then places the order';
  expect(findOrder([ordered, checked], name)).toEqual([
    'place_order was called before check_stock, although the name of the case speaks of an order; the order of rules does not matter; use "tools" with "match": "in_order"',
  ]);
  expect(findOrder([checked, ordered], name)).toEqual([]);
  expect(findOrder([ordered, checked], 'checks the stock and places the order')).toEqual([]);
  expect(findOrder([ordered], name)).toEqual([]);
});
