import { expect, it } from 'vitest';
import type { Assertion } from '../../contract/index.ts';
import type { JsonObject } from '../../values/index.ts';
import { findAllowedNumbers } from './allowed-numbers.ts';

const rule = (args: JsonObject, fields: Partial<Extract<Assertion, { type: 'tool_called' }>> = {}): Assertion => ({
  type: 'tool_called',
  name: 'refund',
  arguments: args,
  ...fields,
});
const refund = (args: JsonObject) => [{ tool: 'shop__refund', arguments: args }];

it('names a forbidden call that was made with another number', () => {
  const words = ['a rule forbids shop__refund with "amount": 900, but it was called with 600, which no rule reads'];
  const toolCalls = refund({ id: 'A17', amount: 600 });
  expect(findAllowedNumbers({ rules: [rule({ amount: 900 }, { negate: true })], toolCalls })).toEqual(words);
  expect(findAllowedNumbers({ rules: [rule({ id: 'A17', amount: 900 }, { times: 0 })], toolCalls })).toEqual(words);
  expect(findAllowedNumbers({ rules: [], never: [rule({ amount: 900 })], toolCalls })).toEqual(words);
});

it('names none that another rule reads, or whose other arguments differ', () => {
  const forbidden = rule({ id: 'A17', amount: 900 }, { negate: true });
  const find = (args: JsonObject, ...rules: Assertion[]) =>
    findAllowedNumbers({ rules: [forbidden, ...rules], toolCalls: refund(args) });
  expect([
    find({ id: 'A17', amount: 600 }, rule({ amount: 600 })),
    find({ id: 'A17', amount: 600 }, { type: 'script', script: 'scripts.a.B' }),
    find({ id: 'B2', amount: 600 }),
    find({ id: 'A17' }),
    find({ id: 'A17', amount: '600' }),
    findAllowedNumbers({ rules: [rule({ amount: 900 })], toolCalls: refund({ amount: 600 }) }),
  ]).toEqual([[], [], [], [], [], []]);
});
