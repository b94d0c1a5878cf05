import * as z from 'zod';

/**
 * The orders (attempts offered to workers) whose results have not arrived, as ranges of numbers. `last` is the highest
 * number that was used when the ranges were computed.
 */
export const openOrdersSchema = z.object({ last: z.int(), ranges: z.array(z.tuple([z.int(), z.int()])) });
export type OpenOrderRanges = z.infer<typeof openOrdersSchema>;

export function toOrderId(number: number): string {
  return `a${number}`;
}

export function toOpenOrderRanges(last: number, numbers: readonly number[]): OpenOrderRanges {
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const range = ranges.at(-1);
    if (range?.[1] === number - 1) range[1] = number;
    else ranges.push([number, number]);
  }
  return { last, ranges };
}

/**
 * A worker's record of the orders of a run. It ensures that the worker executes each order at most once, however often
 * the order is delivered.
 */
export type ExecutedOrders = {
  /** Replaces the open orders with those from the run's record. */
  takeOverOpenOrders(orders: OpenOrderRanges): void;
  /** Marks an order as executed by this worker. */
  markExecuted(id: string): void;
  mayExecute(id: string): boolean;
};

export function createExecutedOrders(): ExecutedOrders {
  let openRanges: OpenOrderRanges = { last: 0, ranges: [] };
  const doneNumbers = new Set<number>();
  const isOrderSettled = (number: number): boolean =>
    number <= openRanges.last && !openRanges.ranges.some(([from, to]) => from <= number && number <= to);
  return {
    takeOverOpenOrders(orders) {
      openRanges = orders;
      for (const number of doneNumbers) if (isOrderSettled(number)) doneNumbers.delete(number);
    },
    markExecuted: (id) => void doneNumbers.add(parseOrderNumber(id)),
    mayExecute(id) {
      const number = parseOrderNumber(id);
      return number > 0 && !isOrderSettled(number) && !doneNumbers.has(number);
    },
  };
}

/** Converts the id of an order to its number. Returns 0 for an invalid id. */
export function parseOrderNumber(id: string): number {
  return Number(/^a([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0);
}
