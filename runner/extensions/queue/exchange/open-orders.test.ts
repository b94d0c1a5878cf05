import { expect, it } from 'vitest';
import { createExecutedOrders, toOpenOrderRanges, toOrderId } from './open-orders.ts';

it('says in ranges which orders are open', () => {
  expect(toOpenOrderRanges(9, [])).toEqual({ last: 9, ranges: [] });
  expect(toOpenOrderRanges(9, [5, 2, 3, 9, 4])).toEqual({
    last: 9,
    ranges: [
      [2, 5],
      [9, 9],
    ],
  });
});

it('lets a worker execute what is open or new, once', () => {
  const ledger = createExecutedOrders();
  const allowed = () => [1, 2, 3, 4].filter((number) => ledger.mayExecute(toOrderId(number)));
  expect(allowed()).toEqual([1, 2, 3, 4]);
  ledger.markExecuted(toOrderId(4));
  ledger.takeOverOpenOrders(toOpenOrderRanges(3, [1, 3]));
  expect(allowed()).toEqual([1, 3]);
  // A worker that lost its lock may receive the same order again, so receiving an order does not mark it as executed.
  expect(allowed()).toEqual([1, 3]);
  ledger.markExecuted(toOrderId(1));
  ledger.takeOverOpenOrders(toOpenOrderRanges(4, [1]));
  expect(allowed()).toEqual([]);
});

it('knows no orders under other names', () => {
  const ledger = createExecutedOrders();
  for (const id of ['a0', 'a01', 'b1', '1', 'a1.5', 'a1 ', 'a-1', 'a9999999999999999']) {
    expect([id, ledger.mayExecute(id)]).toEqual([id, false]);
  }
});
