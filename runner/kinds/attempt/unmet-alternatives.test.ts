import { expect, it } from 'vitest';
import type { Assertion, ToolCall } from '../../contract/index.ts';
import { findUnmetAlternatives } from './unmet-alternatives.ts';

const either: Assertion = { type: 'tool_called', value: ['cancel_booking', 'notify_guest'] };
const cancelled: ToolCall = { tool: 'cancel_booking', arguments: {} };
const notified: ToolCall = { tool: 'notify_guest', arguments: {} };

function findInCalls(toolCalls: ToolCall[], rules: Assertion[] = [either], input = 'Cancel it and tell the guest') {
  return findUnmetAlternatives({ testCase: { kind: 'standard' }, rules, inputs: [input], answers: [''], toolCalls });
}

it('a tool of a list that the user speaks of and that was not called is named', () => {
  expect(findInCalls([cancelled])).toEqual([
    'notify_guest was not called; a list in tool_called means any of its tools, and cancel_booking was enough; write one rule for each tool',
  ]);
});

it.each<[string, string[]]>([
  ['calls of all tools', findInCalls([cancelled, notified])],
  ['a message that does not speak of the other tool', findInCalls([cancelled], [either], 'Cancel it')],
  ['another rule on the tool', findInCalls([cancelled], [either, { type: 'tool_called', name: 'notify_guest' }])],
  ['a forbidden list', findInCalls([cancelled], [{ ...either, negate: true }])],
  [
    'tools that differ only in a word that nobody says',
    findInCalls(
      [{ tool: 'search_old', arguments: {} }],
      [{ type: 'tool_called', value: ['search_old', 'search_new'] }],
    ),
  ],
])('%s is not named', (_, found) => {
  expect(found).toEqual([]);
});

const totals: Assertion = { type: 'json_path', path: '$.total', value: [20, 35] };

function findInAnswers(answers: string[], rule = totals) {
  return findUnmetAlternatives({
    testCase: { kind: 'dynamic' },
    rules: [rule],
    inputs: ['Add tea', 'Add honey'],
    answers,
    toolCalls: [],
  });
}

it('a list with one number for each turn is named if a turn has another number', () => {
  expect(findInAnswers(['{"total":20}', '{"total":20}'])).toEqual([
    'a rule on $.total accepts any one of [20,35], in any turn; turn 2 does not have 35; write one checkpoint for each turn',
  ]);
  expect(findInAnswers(['{"total":20}', '{"total":35}'])).toEqual([]);
  expect(findInAnswers(['{"total":20}', '{"total":20}', 'Done'])).toEqual([]);
});
