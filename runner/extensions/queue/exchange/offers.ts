import type { SharedList } from './broker.ts';
import { createDeliveries } from './deliveries.ts';
import type { Message, Order } from './messages.ts';
import { createOfferBook, currentId, type EventBodies, type Offer } from './offer-book.ts';
import type { OpenOrders } from './open-orders.ts';
import { retryAction } from './pause.ts';

/** Attempts of a run that are offered to workers and have not returned. */
export type Offers = {
  /** Resolves with the events of the first complete delivery, or with undefined if the offer was withdrawn. */
  make(order: Order): Promise<EventBodies>;
  /** Returns the events of a complete delivery if its attempt has already returned. */
  receive(part: Extract<Message, { kind: 'events' }>): EventBodies;
  /** Number of complete deliveries from a worker. */
  received(worker: string): number;
  /** Withdraws the offers that nobody has begun. */
  takeBack(): Promise<void>;
  /** Offers everything again, to a queue that has lost it. */
  renew(): Promise<void>;
  /** Offers an order again that a worker did not execute, unless it has already been offered again. */
  renewOne(id: string): void;
  /** Offers again what was missing in the queue at two checks in a row; returns their number. */
  renewMissing(): Promise<number>;
  /** Number of offers that have not returned. */
  count(): number;
  /** The orders that may still be executed. */
  open(): OpenOrders;
  /** Stops waiting for workers. */
  giveUp(): void;
};

/** After `over` aborts, nothing is retried. */
export function createOffers(orders: SharedList, over: AbortSignal): Offers {
  const book = createOfferBook();
  const deliveries = createDeliveries();
  let isStopped = false;
  let missing: ReadonlySet<string> = new Set();

  function endOffer(offer: Offer, bodies: EventBodies): void {
    book.remove(offer);
    offer.resolve(bodies);
  }

  async function withdrawOffer(offer: Offer): Promise<void> {
    const id = currentId(offer);
    if (book.find(id) === undefined) return;
    if ((await retryAction(() => orders.remove(id), over)) === true) endOffer(offer, undefined);
  }

  async function putOffer(offer: Offer): Promise<void> {
    const entry = book.enter(offer);
    await retryAction(() => orders.put([entry]), over);
    if (isStopped) await withdrawOffer(offer);
  }

  function renewOffer(id: string): void {
    const offer = book.find(id);
    if (offer === undefined || currentId(offer) !== id) return;
    const entry = book.enterAgain(offer);
    void retryAction(() => orders.put([entry]), over);
  }

  /** A missing entry is not always lost: an attempt whose result is on its way has left the queue as well. */
  async function findMissing(): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const id of book.all().map(currentId)) if ((await orders.read(id)) === undefined) ids.add(id);
    return ids;
  }

  return {
    make(order) {
      return new Promise((resolve, reject) => {
        putOffer({ order, numbers: [], resolve }).catch(reject);
      });
    },
    receive(part) {
      if (!book.hasMade(part.order)) return undefined;
      const bodies = deliveries.add(part);
      const offer = book.find(part.order);
      if (bodies === undefined || offer === undefined) return bodies;
      endOffer(offer, bodies);
      return undefined;
    },
    received: (worker) => deliveries.countOf(worker),
    async takeBack() {
      if (isStopped) return;
      isStopped = true;
      await Promise.all(book.all().map(withdrawOffer));
    },
    async renew() {
      await orders.put(book.all().map((offer) => book.enterAgain(offer)));
    },
    renewOne: renewOffer,
    async renewMissing() {
      const before = missing;
      missing = (await orders.size()) < book.count() ? await findMissing() : new Set();
      const again = missing.intersection(before);
      for (const id of again) renewOffer(id);
      return again.size;
    },
    count: () => book.count(),
    open: () => book.open(),
    giveUp() {
      isStopped = true;
      for (const offer of book.all()) endOffer(offer, undefined);
    },
  };
}
