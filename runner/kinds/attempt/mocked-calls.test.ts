import { describe, expect, it } from 'vitest';
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

describe('a change that was made twice', () => {
  const rules: Assertion[] = [
    { type: 'tools', match: 'in_order', calls: [{ name: 'charge_card', arguments: { amount: 60 } }] },
  ];
  const charge = call('charge_card', { amount: 60 });

  it('is named if the rules name it once', () => {
    expect(findSuspiciousMockedCalls({ rules, toolCalls: [charge, charge] })).toEqual([
      'charge_card was called again with the same arguments, and no rule counts its calls; add "times": 1',
    ]);
  });

  it.each<[string, ToolCallWithTurn[], Assertion[]]>([
    ['with other arguments', [charge, call('charge_card', { amount: 5 })], rules],
    ['after a failure', [{ ...charge, error: 'down' }, charge], rules],
    ['in another turn', [charge, call('charge_card', { amount: 60 }, 2)], rules],
    ['and counted', [charge, charge], [...rules, { type: 'tool_called', name: 'charge_card', times: 2 }]],
    ['as a look-up', [call('get_card', {}), call('get_card', {})], [called('get_card')]],
  ])('is not named %s', (_, toolCalls, ownRules) => {
    expect(findSuspiciousMockedCalls({ rules: ownRules, toolCalls })).toEqual([]);
  });
});

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
