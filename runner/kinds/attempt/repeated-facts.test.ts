import { expect, it } from 'vitest';
import type { Assertion } from '../../contract/index.ts';
import { findRepeatedFacts } from './repeated-facts.ts';

const ordered: Assertion = { type: 'tool_called', name: 'order_lunch', arguments: { diet: 'vegetarian' } };
const call = { tool: 'order_lunch', arguments: { diet: 'vegetarian' }, turn: 2 };
const twice = ['I am Ann, and I am vegetarian.', 'Order lunch for me, vegetarian as always.'];
const once = ['I am Ann, and I am vegetarian.', 'Order lunch for me.'];
const answers = ['Nice to meet you!', 'Lunch is on its way, Ann.'];

function find(inputs: string[], name = 'remembers the diet', rules: Assertion[] = [ordered]): string[] {
  return findRepeatedFacts({ testCase: { id: 'diet', name }, rules, inputs, answers, toolCalls: [call] });
}

it('a fact that the user tells again where the agent should remember it is named', () => {
  expect(find(twice)).toEqual([
    'the user says "vegetarian" again in turn 2, so the agent need not remember it; leave it out of that message',
  ]);
  expect(find([...once.slice(0, 1), 'Order lunch for Ann.'], undefined, [{ type: 'contains', value: 'Ann' }])).toEqual([
    'the user says "Ann" again in turn 2, so the agent need not remember it; leave it out of that message',
  ]);
});

it.each<[string, string[]]>([
  ['a fact that is told once', find(once)],
  ['a case that is not about memory', find(twice, 'orders lunch')],
  ['a fact that is told only where it is needed', find(['Hi', 'Order lunch, vegetarian'])],
  ['a case in which another fact is remembered', find(twice, undefined, [ordered, { type: 'contains', value: 'Ann' }])],
  ['a forbidden fact', find(twice, undefined, [{ ...ordered, times: 0 }])],
  ['a single message', find(twice.slice(1))],
])('%s is not named', (_, found) => {
  expect(found).toEqual([]);
});
