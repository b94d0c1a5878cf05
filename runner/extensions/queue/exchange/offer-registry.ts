import type { RunEventBody } from '../../../contract/index.ts';
import type { ListEntry } from './broker.ts';
import type { AttemptOrder } from './messages.ts';
import { type OpenOrderRanges, parseOrderNumber, toOpenOrderRanges, toOrderId } from './open-orders.ts';

export type AttemptEvents = readonly RunEventBody[] | undefined;
/**
 * An attempt that is offered to workers. `numbers` are all numbers under which it was offered; only the last number is
 * still valid.
 */
export type AttemptOffer = { order: AttemptOrder; numbers: number[]; resolve(bodies: AttemptEvents): void };

/** The offers whose results have not arrived. Each is found by every id under which it was made. */
export type OfferRegistry = {
  /** Registers an offer under a new number, so that an old order is never mistaken for the current offer. */
  registerOffer(offer: AttemptOffer): ListEntry;
  /** Does the same as `registerOffer`, for an attempt that a worker may have started already. */
  registerOfferAgain(offer: AttemptOffer): ListEntry;
  findOffer(id: string): AttemptOffer | undefined;
  /** Returns true if any attempt was ever offered under this id. */
  wasOffered(id: string): boolean;
  removeOffer(offer: AttemptOffer): void;
  all(): AttemptOffer[];
  count(): number;
  /** Returns the ids of orders that workers may still execute. */
  listOpenOrders(): OpenOrderRanges;
};

export function createOfferRegistry(): OfferRegistry {
  const offers = new Set<AttemptOffer>();
  const byId = new Map<string, AttemptOffer>();
  let last = 0;
  const addNumberedOffer = (offer: AttemptOffer): ListEntry => {
    last += 1;
    const id = toOrderId(last);
    offer.numbers.push(last);
    offers.add(offer);
    byId.set(id, offer);
    return { id, data: offer.order };
  };
  return {
    registerOffer: addNumberedOffer,
    registerOfferAgain(offer) {
      offer.order = { ...offer.order, again: true };
      return addNumberedOffer(offer);
    },
    findOffer: (id) => byId.get(id),
    wasOffered: (id) => parseOrderNumber(id) > 0 && parseOrderNumber(id) <= last,
    removeOffer(offer) {
      offers.delete(offer);
      for (const number of offer.numbers) byId.delete(toOrderId(number));
    },
    all: () => [...offers],
    count: () => offers.size,
    listOpenOrders: () =>
      toOpenOrderRanges(
        last,
        [...offers].map(({ numbers }) => numbers.at(-1) ?? 0),
      ),
  };
}

export function currentOfferId({ numbers }: AttemptOffer): string {
  return toOrderId(numbers.at(-1) ?? 0);
}
