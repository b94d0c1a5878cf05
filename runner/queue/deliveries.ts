import type { RunEventBody } from '../contract/index.ts';
import type { Message } from './messages.ts';

type Part = Extract<Message, { kind: 'events' }>;

/** Puts the parts of deliveries together, each apart from the others: what a lost worker has sent is never mixed in. */
export type Deliveries = {
  /** Answers the events when this part was the last one missing of its delivery. A part may come twice. */
  add(part: Part): RunEventBody[] | undefined;
  /** Drops what other deliveries have sent of an attempt. */
  forget(order: string): void;
};

export function createDeliveries(): Deliveries {
  const open = new Map<string, Map<string, Map<number, RunEventBody[]>>>();
  return {
    add({ order, delivery, part, parts, events }) {
      if (parts === 1) return events;
      const ofOrder = open.get(order) ?? new Map<string, Map<number, RunEventBody[]>>();
      const known = ofOrder.get(delivery) ?? new Map<number, RunEventBody[]>();
      open.set(order, ofOrder.set(delivery, known.set(part, events)));
      if (known.size < parts) return undefined;
      return [...known].toSorted(([one], [other]) => one - other).flatMap(([, each]) => each);
    },
    forget: (order) => void open.delete(order),
  };
}
