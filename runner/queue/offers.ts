import type { RunEventBody } from '../contract/index.ts';
import type { SharedList } from './broker.ts';
import { createDeliveries } from './deliveries.ts';
import type { Message, Order } from './messages.ts';
import { persist } from './pause.ts';

type Bodies = readonly RunEventBody[] | undefined;
type Offer = { order: Order; resolve(bodies: Bodies): void };

/** The attempts of a run that are offered to workers and not yet back. */
export type Offers = {
  /** Answers the events of the first delivery that is complete, or nothing when the offer was taken back. */
  make(order: Order): Promise<Bodies>;
  /** Whatever comes of an attempt that is back is dropped. */
  receive(part: Extract<Message, { kind: 'events' }>): void;
  /** Takes back what nobody has begun. */
  takeBack(): Promise<void>;
  /** Offers everything again, to a queue that has lost it. */
  renew(): Promise<void>;
  /** How many are not back yet. */
  count(): number;
  /** Nobody is waited for any longer. */
  giveUp(): void;
};

/** `over`: nothing is tried any longer. */
export function createOffers(orders: SharedList, over: AbortSignal): Offers {
  const open = new Map<string, Offer>();
  const deliveries = createDeliveries();
  let count = 0;
  let isStopped = false;

  function end(id: string, bodies: Bodies): void {
    open.get(id)?.resolve(bodies);
    open.delete(id);
    deliveries.forget(id);
  }

  async function takeBackOne(id: string): Promise<void> {
    if (!open.has(id)) return;
    if ((await persist(() => orders.remove(id), over)) === true) end(id, undefined);
  }

  async function offer(id: string, order: Order): Promise<void> {
    await persist(() => orders.put([{ id, data: order }]), over);
    if (isStopped) await takeBackOne(id);
  }

  return {
    make(order) {
      count += 1;
      const id = `a${count}`;
      return new Promise((resolve, reject) => {
        open.set(id, { order, resolve });
        offer(id, order).catch(reject);
      });
    },
    receive(part) {
      if (!open.has(part.order)) return;
      const bodies = deliveries.add(part);
      if (bodies !== undefined) end(part.order, bodies);
    },
    async takeBack() {
      if (isStopped) return;
      isStopped = true;
      await Promise.all([...open.keys()].map(takeBackOne));
    },
    async renew() {
      for (const each of open.values()) each.order = { ...each.order, again: true };
      await orders.put([...open].map(([id, { order }]) => ({ id, data: order })));
    },
    count: () => open.size,
    giveUp() {
      isStopped = true;
      for (const id of [...open.keys()]) end(id, undefined);
    },
  };
}
