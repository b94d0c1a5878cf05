import type { RunEventBody } from '../../../contract/index.ts';
import type { ListEntry } from './broker.ts';
import type { Order } from './messages.ts';
import { type OpenOrders, openOrders, orderId, orderNumber } from './open-orders.ts';

export type Bodies = readonly RunEventBody[] | undefined;
/** `numbers`: all that it was offered under; only the last one is not used up. */
export type Offer = { order: Order; numbers: number[]; resolve(bodies: Bodies): void };

/** The offers that are not back yet, by all the ids that they were offered under. */
export type OfferBook = {
  /** Gives it a new number, so that an old order is never taken for the one that is offered. */
  enter(offer: Offer): ListEntry;
  /** The same for one that somebody may have begun with. */
  enterAgain(offer: Offer): ListEntry;
  find(id: string): Offer | undefined;
  /** Answers whether something was offered under this id, at any time. */
  hasMade(id: string): boolean;
  remove(offer: Offer): void;
  all(): Offer[];
  count(): number;
  /** Which of all orders may be executed. */
  open(): OpenOrders;
};

export function createOfferBook(): OfferBook {
  const offers = new Set<Offer>();
  const byId = new Map<string, Offer>();
  let last = 0;
  const enter = (offer: Offer): ListEntry => {
    last += 1;
    const id = orderId(last);
    offer.numbers.push(last);
    offers.add(offer);
    byId.set(id, offer);
    return { id, data: offer.order };
  };
  return {
    enter,
    enterAgain(offer) {
      offer.order = { ...offer.order, again: true };
      return enter(offer);
    },
    find: (id) => byId.get(id),
    hasMade: (id) => orderNumber(id) > 0 && orderNumber(id) <= last,
    remove(offer) {
      offers.delete(offer);
      for (const number of offer.numbers) byId.delete(orderId(number));
    },
    all: () => [...offers],
    count: () => offers.size,
    open: () =>
      openOrders(
        last,
        [...offers].map(({ numbers }) => numbers.at(-1) ?? 0),
      ),
  };
}

export function currentId({ numbers }: Offer): string {
  return orderId(numbers.at(-1) ?? 0);
}
