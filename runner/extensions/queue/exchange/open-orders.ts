import * as z from 'zod';

/**
 * The orders up to number `last` whose results have not arrived, as ranges of numbers. Orders with higher numbers are
 * not known yet.
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
 * A worker's knowledge about the orders of a run. It ensures that each order is executed once, however often it
 * arrives.
 */
export type ExecutedOrders = {
  /** Updates the open orders from the run's record. */
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
