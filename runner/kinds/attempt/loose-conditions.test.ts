import { expect, it } from 'vitest';
import type { Json } from '../../values/index.ts';
import { findLooseConditions } from './loose-conditions.ts';

const check = ({ regex = 'A17', id = 'A170', input = 'Refund A17', mocked = true }) => {
  const mocks = { refund: [{ when: { id: { regex } }, result: { ok: true } }] };
  const toolCalls = [{ tool: 'refund', arguments: { id, amount: 80 } as Json, mocked }];
  return findLooseConditions({ mocks, inputs: [input], toolCalls });
};

it('finds a call that a pattern of its mock fits only inside a longer number', () => {
  expect(check({})).toEqual([
    'refund was called with "A170", which contains "A17" of its mock only inside a longer number; add \\b to the end of the pattern',
  ]);
});

it.each([
  { id: 'A17' },
  { id: 'A17-b' },
  { regex: 'A17\\b', id: 'A170' },
  { regex: 'A1', input: 'Refund the orders A170 and A171' },
  { regex: '^A1', input: 'Refund my order' },
  { input: 'Refund A17, or else A170' },
  { mocked: false },
])('finds nothing where the call is right: %j', (call) => {
  expect(check(call)).toEqual([]);
});
