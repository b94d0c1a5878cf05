import * as z from 'zod';

/**
 * The orders (attempts offered to workers) whose results have not arrived, as ranges of numbers. `last` is the highest
 * number that was used when the ranges were computed.
 */
export const openWorkOrdersSchema = z.object({ last: z.int(), ranges: z.array(z.tuple([z.int(), z.int()])) });
export type OpenWorkOrderRanges = z.infer<typeof openWorkOrdersSchema>;

export function toWorkOrderId(number: number): string {
  return `a${number}`;
}

export function toOpenWorkOrderRanges(last: number, numbers: readonly number[]): OpenWorkOrderRanges {
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
export type ExecutedWorkOrders = {
  /** Replaces the open orders with those from the run's record. */
  takeOverOpenOrders(orders: OpenWorkOrderRanges): void;
  /** Marks an order as executed by this worker. */
  markExecuted(id: string): void;
  mayExecute(id: string): boolean;
};

export function createExecutedWorkOrders(): ExecutedWorkOrders {
  let openRanges: OpenWorkOrderRanges = { last: 0, ranges: [] };
  const doneNumbers = new Set<number>();
  const isOrderSettled = (number: number): boolean =>
    number <= openRanges.last && !openRanges.ranges.some(([from, to]) => from <= number && number <= to);
  return {
    takeOverOpenOrders(orders) {
      openRanges = orders;
      for (const number of doneNumbers) if (isOrderSettled(number)) doneNumbers.delete(number);
    },
    markExecuted: (id) => void doneNumbers.add(parseWorkOrderNumber(id)),
    mayExecute(id) {
      const number = parseWorkOrderNumber(id);
      return number > 0 && !isOrderSettled(number) && !doneNumbers.has(number);
    },
  };
}

/** Converts the id of an order to its number. Returns 0 for an invalid id. */
export function parseWorkOrderNumber(id: string): number {
  return Number(/^a([1-9]\d{0,14})$/.exec(id)?.[1] ?? 0);
}
