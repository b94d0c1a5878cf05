import { expect, it } from 'vitest';
import type { Assertion } from '../../contract/index.ts';
import type { EndState } from '../../mocks/state-changes.ts';
import { plannedCase } from '../../testing/case-factory.ts';
import { findUnreadChanges } from './unread-state.ts';

const status: Assertion = { type: 'state', path: '$.orders[0].status', value: 'refunded' };

function find({
  amount = 2000,
  rules = [status],
  noted = amount,
}: {
  amount?: number;
  rules?: Assertion[];
  noted?: number;
}) {
  const changes = [
    { kind: 'changed', path: '$.orders[0].status', before: 'paid', after: 'refunded' },
    { kind: 'added', path: '$.refunds[0]', after: { id: 'A17', amount: noted } },
  ];
  return findUnreadChanges({
    planned: plannedCase(),
    rules,
    inputs: ['Please refund 20 EUR of order A17'],
    toolCalls: [{ tool: 'refund', arguments: { id: 'A17', amount } }],
    endState: () => ({ changes }) as unknown as EndState,
  });
}

it('a number that a call wrote into the state, and that the case has nowhere, is named', () => {
  expect(find({})).toEqual(['$.refunds[0] got 2000, which the case does not contain, and no rule reads it']);
});

it.each<[string, Parameters<typeof find>[0]]>([
  ['of the user', { amount: 20 }],
  ['that no call had', { noted: 777_123 }],
  ['that a rule reads in the state', { rules: [status, { type: 'state', path: '$.refunds[0].amount', value: 20 }] }],
  ['that a rule may read in the call', { rules: [status, { type: 'tool_called', name: 'refund' }] }],
  ['beside a rule that reads no change', { rules: [{ type: 'state', path: '$.other', value: null }] }],
])('a number %s is not named', (_, fields) => {
  expect(find(fields)).toEqual([]);
});
