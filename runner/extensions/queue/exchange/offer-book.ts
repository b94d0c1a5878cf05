import type { RunEventBody } from '../../../contract/index.ts';
import type { ListEntry } from './broker.ts';
import type { Order } from './messages.ts';
import { type OpenOrders, openOrders, orderId, orderNumber } from './open-orders.ts';

export type EventBodies = readonly RunEventBody[] | undefined;
/** `numbers`: all numbers that the order was offered under; only the last one is still valid. */
export type Offer = { order: Order; numbers: number[]; resolve(bodies: EventBodies): void };

/** The offers whose attempts have not returned, by all ids that they were offered under. */
export type OfferBook = {
  /** Assigns a new number, so that an old order is never taken for the current offer. */
  enter(offer: Offer): ListEntry;
  /** Does what `enter` does, for an offer that a worker may have begun. */
  enterAgain(offer: Offer): ListEntry;
  find(id: string): Offer | undefined;
  /** Returns whether anything was ever offered under this id. */
  hasMade(id: string): boolean;
  remove(offer: Offer): void;
  all(): Offer[];
  count(): number;
  /** The orders that may still be executed. */
  open(): OpenOrders;
};

export function createOfferBook(): OfferBook {
  const offers = new Set<Offer>();
  const byId = new Map<string, Offer>();
  let last = 0;
  const enterOffer = (offer: Offer): ListEntry => {
    last += 1;
    const id = orderId(last);
    offer.numbers.push(last);
    offers.add(offer);
    byId.set(id, offer);
    return { id, data: offer.order };
  };
  return {
    enter: enterOffer,
    enterAgain(offer) {
      offer.order = { ...offer.order, again: true };
      return enterOffer(offer);
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
