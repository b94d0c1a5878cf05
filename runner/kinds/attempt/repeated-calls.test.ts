import { describe, expect, it } from 'vitest';
import type { ToolCallWithTurn } from '../../assertions/subject.ts';
import type { Assertion } from '../../contract/index.ts';
import type { JsonObject } from '../../values/index.ts';
import { findRepeatedCalls } from './repeated-calls.ts';

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
    expect(findRepeatedCalls({ rules, toolCalls: [charge, charge] })).toEqual([
      'charge_card was called again with the same arguments, and no rule counts its calls; add "times": 1',
    ]);
  });

  it('is named if the real tool was called, with its number', () => {
    const real = { ...charge, mocked: undefined };
    expect(findRepeatedCalls({ rules, toolCalls: [real, real, real] })).toEqual([
      'charge_card was called 3 times with the same arguments, and no rule counts its calls; add "times": 1',
    ]);
  });

  it.each<[string, ToolCallWithTurn[], Assertion[]]>([
    ['with other arguments', [charge, call('charge_card', { amount: 5 })], rules],
    ['after a failure', [{ ...charge, error: 'down' }, charge], rules],
    ['in another turn', [charge, call('charge_card', { amount: 60 }, 2)], rules],
    ['and counted', [charge, charge], [...rules, { type: 'tool_called', name: 'charge_card', times: 2 }]],
    [
      'under the same id',
      [
        { ...charge, id: 'c1' },
        { ...charge, id: 'c1' },
      ],
      rules,
    ],
    ['where a script may read the calls', [charge, charge], [...rules, { type: 'script', script: 'scripts.a.B' }]],
    ['as a look-up', [call('get_card', {}), call('get_card', {})], [called('get_card')]],
  ])('is not named %s', (_, toolCalls, ownRules) => {
    expect(findRepeatedCalls({ rules: ownRules, toolCalls })).toEqual([]);
  });
});

it('names equal entries of a rule that calls with the same arguments fulfil', () => {
  const entry = { name: 'send_reminder' };
  const rule = (...calls: { name: string; arguments?: JsonObject }[]): Assertion => ({
    type: 'tools',
    match: 'exactly',
    calls,
  });
  const [ann, ben] = [call('send_reminder', { to: 'Ann' }), call('send_reminder', { to: 'Ben' })];
  const find = (toolCalls: ToolCallWithTurn[], ...rules: Assertion[]) => findRepeatedCalls({ rules, toolCalls });
  expect(find([ann, ann], rule(entry, entry))).toEqual([
    'equal entries of a rule are fulfilled by calls of send_reminder with the same arguments; give each entry its "arguments"',
  ]);
  expect([
    find([ann, ben], rule(entry, entry)),
    find([ann, ann], rule({ ...entry, arguments: { to: 'Ann' } }, { ...entry, arguments: { to: 'Ann' } })),
    find([ann, ann], rule(entry, entry), called('send_reminder', { to: 'Ann' })),
    find(
      [call('roll_dice', { sides: 6 }), call('roll_dice', { sides: 6 })],
      rule({ name: 'roll_dice' }, { name: 'roll_dice' }),
    ),
  ]).toEqual([[], [], [], []]);
});

it('names a call that was made again and again with the same result', () => {
  const search = call('search', { text: 'hours' });
  const waits = [...Array.from({ length: 5 }, () => search), { ...search, result: { done: true } }];
  const find = (toolCalls: ToolCallWithTurn[], ...rules: Assertion[]) => findRepeatedCalls({ rules, toolCalls });
  expect(
    find(
      Array.from({ length: 5 }, () => search),
      called('search'),
    ),
  ).toEqual(['search was called 5 times with the same arguments and the same result; "times" limits its calls']);
  expect([
    find(Array.from({ length: 4 }, () => search)),
    find(waits),
    find(
      Array.from({ length: 5 }, () => search),
      { type: 'tool_called', name: 'search', times: { max: 6 } },
    ),
    find(Array.from({ length: 5 }, (_, index) => ({ ...search, turn: index + 1 }))),
  ]).toEqual([[], [], [], []]);
});
