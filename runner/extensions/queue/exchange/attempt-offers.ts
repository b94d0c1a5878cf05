import type { BrokerList } from './broker.ts';
import { createDeliveryAssembler } from './delivery-assembler.ts';
import type { AttemptOrder, WorkerMessage } from './messages.ts';
import { type AttemptEvents, type AttemptOffer, createOfferRegistry, currentOfferId } from './offer-registry.ts';
import type { OpenOrderRanges } from './open-orders.ts';
import { retryAction } from './wait-ms.ts';

/** Attempts of a run that are offered to workers and have not returned. */
export type AttemptOffers = {
  /** Resolves with the events of the first complete delivery, or with undefined if the offer was withdrawn. */
  offerAttempt(order: AttemptOrder): Promise<AttemptEvents>;
  /** Returns the events of a complete delivery if its attempt has already returned. */
  receiveDeliveryPart(part: Extract<WorkerMessage, { kind: 'events' }>): AttemptEvents;
  /** Number of complete deliveries from a worker. */
  countReceived(worker: string): number;
  /** Withdraws the offers that no worker has begun. */
  withdrawUnstarted(): Promise<void>;
  /** Offers everything again, to a queue that has lost it. */
  offerAllAgain(): Promise<void>;
  /** Offers an order again that a worker did not execute, unless it has already been offered again. */
  offerAgain(id: string): void;
  /** Offers again what was missing in the queue at two checks in a row; returns their number. */
  offerMissingAgain(): Promise<number>;
  /** Number of offers that have not returned. */
  count(): number;
  /** The orders that may still be executed. */
  listOpenOffers(): OpenOrderRanges;
  /** Stops waiting for workers. */
  stopWaiting(): void;
};

/** After `over` aborts, nothing is retried. */
export function createAttemptOffers(orders: BrokerList, stopSignal: AbortSignal): AttemptOffers {
  const registry = createOfferRegistry();
  const deliveries = createDeliveryAssembler();
  let isStopped = false;
  let missingIds: ReadonlySet<string> = new Set();

  function endOffer(offer: AttemptOffer, bodies: AttemptEvents): void {
    registry.removeOffer(offer);
    offer.resolve(bodies);
  }

  async function withdrawOffer(offer: AttemptOffer): Promise<void> {
    const id = currentOfferId(offer);
    if (registry.findOffer(id) === undefined) return;
    if ((await retryAction(() => orders.removeEntry(id), stopSignal)) === true) endOffer(offer, undefined);
  }

  async function enqueueOffer(offer: AttemptOffer): Promise<void> {
    const entry = registry.registerOffer(offer);
    await retryAction(() => orders.addEntries([entry]), stopSignal);
    if (isStopped) await withdrawOffer(offer);
  }

  function renewOffer(id: string): void {
    const offer = registry.findOffer(id);
    if (offer === undefined || currentOfferId(offer) !== id) return;
    const entry = registry.registerOfferAgain(offer);
    void retryAction(() => orders.addEntries([entry]), stopSignal);
  }

  /** A missing entry is not always lost: an attempt whose result is on its way has left the queue as well. */
  async function findMissingOfferIds(): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const id of registry.all().map(currentOfferId)) if ((await orders.readEntry(id)) === undefined) ids.add(id);
    return ids;
  }

  return {
    offerAttempt(order) {
      return new Promise((resolve, reject) => {
        enqueueOffer({ order, numbers: [], resolve }).catch(reject);
      });
    },
    receiveDeliveryPart(part) {
      if (!registry.hasMade(part.order)) return undefined;
      const bodies = deliveries.addPart(part);
      const offer = registry.findOffer(part.order);
      if (bodies === undefined || offer === undefined) return bodies;
      endOffer(offer, bodies);
      return undefined;
    },
    countReceived: (worker) => deliveries.countOf(worker),
    async withdrawUnstarted() {
      if (isStopped) return;
      isStopped = true;
      await Promise.all(registry.all().map(withdrawOffer));
    },
    async offerAllAgain() {
      await orders.addEntries(registry.all().map((offer) => registry.registerOfferAgain(offer)));
    },
    offerAgain: renewOffer,
    async offerMissingAgain() {
      const missingInLastCheck = missingIds;
      missingIds = (await orders.size()) < registry.count() ? await findMissingOfferIds() : new Set();
      const missingAgain = missingIds.intersection(missingInLastCheck);
      for (const id of missingAgain) renewOffer(id);
      return missingAgain.size;
    },
    count: () => registry.count(),
    listOpenOffers: () => registry.open(),
    stopWaiting() {
      isStopped = true;
      for (const offer of registry.all()) endOffer(offer, undefined);
    },
  };
}
