import type { RunEventBody } from '../../../contract/index.ts';
import type { ListEntry } from './broker.ts';
import type { AttemptWorkOrder } from './messages.ts';
import { type OpenWorkOrderRanges, parseWorkOrderNumber, toOpenWorkOrderRanges, toWorkOrderId } from './open-orders.ts';

export type AttemptEvents = readonly RunEventBody[] | undefined;
/**
 * An attempt that is offered to workers. `numbers` are all numbers under which it was offered; only the last number is
 * still valid.
 */
export type AttemptOffer = { order: AttemptWorkOrder; numbers: number[]; resolve(bodies: AttemptEvents): void };

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
  listOpenOrders(): OpenWorkOrderRanges;
};

export function createOfferRegistry(): OfferRegistry {
  const offers = new Set<AttemptOffer>();
  const byId = new Map<string, AttemptOffer>();
  let last = 0;
  const addNumberedOffer = (offer: AttemptOffer): ListEntry => {
    last += 1;
    const id = toWorkOrderId(last);
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
    wasOffered: (id) => parseWorkOrderNumber(id) > 0 && parseWorkOrderNumber(id) <= last,
    removeOffer(offer) {
      offers.delete(offer);
      for (const number of offer.numbers) byId.delete(toWorkOrderId(number));
    },
    all: () => [...offers],
    count: () => offers.size,
    listOpenOrders: () =>
      toOpenWorkOrderRanges(
        last,
        [...offers].map(({ numbers }) => numbers.at(-1) ?? 0),
      ),
  };
}

export function getCurrentOfferId({ numbers }: AttemptOffer): string {
  return toWorkOrderId(numbers.at(-1) ?? 0);
}
