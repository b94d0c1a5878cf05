import type { BrokerList } from './broker.ts';
import { createDeliveryAssembler } from './delivery-assembler.ts';
import type { AttemptWorkOrder, WorkerMessage } from './messages.ts';
import { type AttemptEvents, type AttemptOffer, createOfferRegistry, getCurrentOfferId } from './offer-registry.ts';
import type { OpenWorkOrderRanges } from './open-orders.ts';
import { retryAction } from './wait-ms.ts';

/** The attempts of a run that are offered to workers in the queue and whose results have not arrived. */
export type AttemptOffers = {
  /**
   * Offers an attempt. Resolves with the events of the attempt as soon as a worker has sent all of them, or with
   * undefined if the offer was withdrawn.
   */
  offerAttempt(order: AttemptWorkOrder): Promise<AttemptEvents>;
  /**
   * Takes a part of the events that a worker sends for an attempt. Returns the events when they are complete but no
   * longer needed, for example because another worker's result of the attempt has already arrived.
   */
  receiveDeliveryPart(part: Extract<WorkerMessage, { kind: 'events' }>): AttemptEvents;
  /** Returns for how many attempts a worker has sent all events. */
  countReceived(worker: string): number;
  /** Withdraws the offers that no worker has started to execute. */
  withdrawUnstarted(): Promise<void>;
  /** Offers all attempts without a result again. Called when the queue has lost them. */
  offerAllAgain(): Promise<void>;
  /** Offers an attempt again that a worker did not execute, unless it has already been offered again. */
  offerAgain(id: string): void;
  /** Offers the attempts again that were missing in the queue at two consecutive checks; returns their number. */
  offerMissingAgain(): Promise<number>;
  /** Returns the number of offered attempts whose results have not arrived. */
  count(): number;
  /** Returns the ids of orders that workers may still execute. */
  listOpenOffers(): OpenWorkOrderRanges;
  /** Ends all offers without a result. Called when no more results of workers are expected. */
  stopWaiting(): void;
};

/** After `stopSignal` aborts, failed queue operations are not retried. */
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
    const id = getCurrentOfferId(offer);
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
    if (offer === undefined || getCurrentOfferId(offer) !== id) return;
    const entry = registry.registerOfferAgain(offer);
    void retryAction(() => orders.addEntries([entry]), stopSignal);
  }

  /**
   * Finds offers that are missing in the queue. They are not always lost: if a worker has executed an attempt and its
   * result is on the way, the attempt is not in the queue either.
   */
  async function findMissingOfferIds(): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const id of registry.all().map(getCurrentOfferId)) if ((await orders.readEntry(id)) === undefined) ids.add(id);
    return ids;
  }

  return {
    offerAttempt(order) {
      return new Promise((resolve, reject) => {
        enqueueOffer({ order, numbers: [], resolve }).catch(reject);
      });
    },
    receiveDeliveryPart(part) {
      if (!registry.wasOffered(part.order)) return undefined;
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
    listOpenOffers: () => registry.listOpenOrders(),
    stopWaiting() {
      isStopped = true;
      for (const offer of registry.all()) endOffer(offer, undefined);
    },
  };
}
