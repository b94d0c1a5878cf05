import { expect, it } from 'vitest';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import type { Assertion } from '../../contract/index.ts';
import type { JsonObject } from '../../values/index.ts';
import { findSuspiciousMockedCalls } from './mocked-calls.ts';

const call = (tool: string, args: JsonObject, turn = 1): ToolCallWithTurn => ({
  tool,
  arguments: args,
  result: { ok: true },
  mocked: true,
  turn,
});
const called = (name: string, args?: JsonObject): Assertion => ({ type: 'tool_called', name, arguments: args });

it('names a change whose arguments no rule reads beside a look-up whose arguments one reads', () => {
  const toolCalls = [call('get_order', { id: 'A17' }), call('refund', { id: 'A17', amount: 2000 })];
  const lookUp = called('get_order', { id: 'A17' });
  const find = (...rules: Assertion[]) => findSuspiciousMockedCalls({ rules, toolCalls });
  expect(find(lookUp, called('refund'))).toEqual(['no rule reads the arguments of refund, only those of get_order']);
  expect(find(lookUp, called('refund', { amount: 2000 }))).toEqual([]);
  expect(find(called('get_order'), called('refund'))).toEqual([]);
  const mocks = { refund: [{ when: { amount: 2000 }, result: { ok: true } }] };
  expect(findSuspiciousMockedCalls({ rules: [lookUp, called('refund')], toolCalls, mocks })).toEqual([]);
});

it('names a change that no rule names, if a rule forbids another change of the same thing', () => {
  const never = [called('delete_account')];
  const toolCalls = [call('close_account', { user: 'ann' })];
  const mocks = { close_account: [{ result: { closed: true } }] };
  expect(findSuspiciousMockedCalls({ rules: [], never, toolCalls, mocks })).toEqual([
    'a rule forbids delete_account, which has no mock in this case, but close_account was called',
  ]);
  const guarded = { ...mocks, delete_account: [{ result: {} }] };
  expect([
    findSuspiciousMockedCalls({ rules: [], never, toolCalls, mocks: guarded }),
    findSuspiciousMockedCalls({ rules: [called('close_account')], never, toolCalls, mocks }),
    findSuspiciousMockedCalls({ rules: [], never, toolCalls: [call('get_account', {})], mocks }),
    findSuspiciousMockedCalls({ rules: [], never, toolCalls: [call('close_ticket', {})], mocks }),
  ]).toEqual([[], [], [], []]);
});
