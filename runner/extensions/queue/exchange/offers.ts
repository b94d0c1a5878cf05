import type { SharedList } from './broker.ts';
import { createDeliveries } from './deliveries.ts';
import type { Message, Order } from './messages.ts';
import { type Bodies, createOfferBook, currentId, type Offer } from './offer-book.ts';
import type { OpenOrders } from './open-orders.ts';
import { persist } from './pause.ts';

/** The attempts of a run that are offered to workers and not yet back. */
export type Offers = {
  /** Answers the events of the first delivery that is complete, or nothing when the offer was taken back. */
  make(order: Order): Promise<Bodies>;
  /** Answers the events of a delivery that is complete, and comes of an attempt that is back already. */
  receive(part: Extract<Message, { kind: 'events' }>): Bodies;
  /** How many complete deliveries a worker has sent. */
  received(worker: string): number;
  /** Takes back what nobody has begun. */
  takeBack(): Promise<void>;
  /** Offers everything again, to a queue that has lost it. */
  renew(): Promise<void>;
  /** Offers an order again that was not executed, unless that has happened already. */
  renewOne(id: string): void;
  /** Offers again what is missing in the queue for the second time, and answers how many these were. */
  renewMissing(): Promise<number>;
  /** How many are not back yet. */
  count(): number;
  /** Which of all orders may be executed. */
  open(): OpenOrders;
  /** Nobody is waited for any longer. */
  giveUp(): void;
};

/** `over`: nothing is tried any longer. */
export function createOffers(orders: SharedList, over: AbortSignal): Offers {
  const book = createOfferBook();
  const deliveries = createDeliveries();
  let isStopped = false;
  let missing: ReadonlySet<string> = new Set();

  function end(offer: Offer, bodies: Bodies): void {
    book.remove(offer);
    offer.resolve(bodies);
  }

  async function takeBackOne(offer: Offer): Promise<void> {
    const id = currentId(offer);
    if (book.find(id) === undefined) return;
    if ((await persist(() => orders.remove(id), over)) === true) end(offer, undefined);
  }

  async function putOffer(offer: Offer): Promise<void> {
    const entry = book.enter(offer);
    await persist(() => orders.put([entry]), over);
    if (isStopped) await takeBackOne(offer);
  }

  function renewOne(id: string): void {
    const offer = book.find(id);
    if (offer === undefined || currentId(offer) !== id) return;
    const entry = book.enterAgain(offer);
    void persist(() => orders.put([entry]), over);
  }

  /** An attempt that is on its way back is gone from the queue, too. */
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
      end(offer, bodies);
      return undefined;
    },
    received: (worker) => deliveries.countOf(worker),
    async takeBack() {
      if (isStopped) return;
      isStopped = true;
      await Promise.all(book.all().map(takeBackOne));
    },
    async renew() {
      await orders.put(book.all().map((offer) => book.enterAgain(offer)));
    },
    renewOne,
    async renewMissing() {
      const before = missing;
      missing = (await orders.size()) < book.count() ? await findMissing() : new Set();
      const again = missing.intersection(before);
      for (const id of again) renewOne(id);
      return again.size;
    },
    count: () => book.count(),
    open: () => book.open(),
    giveUp() {
      isStopped = true;
      for (const offer of book.all()) end(offer, undefined);
    },
  };
}
