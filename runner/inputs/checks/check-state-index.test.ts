import { expect, it } from 'vitest';
import type { AuthoredCase } from '../../contract/index.ts';
import { checkStateIndexes } from './check-state-index.ts';

const state = {
  orders: [
    { id: 'A17', status: 'paid' },
    { id: 'B2', status: 'paid' },
  ],
};

function findMessages(input: string, ...paths: string[]): string[] {
  const assert = paths.map((path) => ({ type: 'state' as const, path, value: 'refunded' }));
  const authored: AuthoredCase = { id: 'a', turns: [{ input }], state, assert };
  return checkStateIndexes(authored, [{ rules: assert, path: ['assert'] }]).map(({ message }) => message);
}

it('finds a rule on another item of a list than the one that the user names', () => {
  expect(findMessages('Please refund order B2', '$.orders[0].status')).toEqual([
    '$.orders[0].status belongs to "A17", but the user names "B2", which is at $.orders[1].status',
  ]);
});

it('is silent where the item is named, nothing is named, or the named item is read, too', () => {
  expect([
    findMessages('Please refund order B2', '$.orders[1].status'),
    findMessages('Please refund my first order', '$.orders[0].status'),
    findMessages('Refund B2, not A17', '$.orders[0].status'),
    findMessages('Refund B2', '$.orders[0].status', '$.orders[1].status'),
  ]).toEqual([[], [], [], []]);
});
