import { expect, it } from 'vitest';
import { createExecutedWorkOrders, toOpenWorkOrderRanges, toWorkOrderId } from './open-orders.ts';

it('says in ranges which orders are open', () => {
  expect(toOpenWorkOrderRanges(9, [])).toEqual({ last: 9, ranges: [] });
  expect(toOpenWorkOrderRanges(9, [5, 2, 3, 9, 4])).toEqual({
    last: 9,
    ranges: [
      [2, 5],
      [9, 9],
    ],
  });
});

it('lets a worker execute what is open or new, once', () => {
  const ledger = createExecutedWorkOrders();
  const allowed = () => [1, 2, 3, 4].filter((number) => ledger.mayExecute(toWorkOrderId(number)));
  expect(allowed()).toEqual([1, 2, 3, 4]);
  ledger.markExecuted(toWorkOrderId(4));
  ledger.takeOverOpenOrders(toOpenWorkOrderRanges(3, [1, 3]));
  expect(allowed()).toEqual([1, 3]);
  // A worker that lost its lock may receive the same order again, so receiving an order does not mark it as executed.
  expect(allowed()).toEqual([1, 3]);
  ledger.markExecuted(toWorkOrderId(1));
  ledger.takeOverOpenOrders(toOpenWorkOrderRanges(4, [1]));
  expect(allowed()).toEqual([]);
});

it('knows no orders under other names', () => {
  const ledger = createExecutedWorkOrders();
  for (const id of ['a0', 'a01', 'b1', '1', 'a1.5', 'a1 ', 'a-1', 'a9999999999999999']) {
    expect([id, ledger.mayExecute(id)]).toEqual([id, false]);
  }
});
