import { expect, it } from 'vitest';
import { plannedCase, standardCase } from '../../../testing/case-factory.ts';
import { caseResult } from '../../../testing/finished-run.ts';
import { createAttemptOffers } from './attempt-offers.ts';
import type { BrokerList, ListEntry } from './broker.ts';
import type { AttemptWorkOrder, WorkerMessage } from './messages.ts';

/** A fake list in memory; its entries stay until they are removed. */
function memoryList() {
  const entries = new Map<string, unknown>();
  const list: BrokerList = {
    addEntries: async (added: readonly ListEntry[]) => {
      for (const { id, data } of added) if (!entries.has(id)) entries.set(id, data);
    },
    readUntaken: async () => [...entries].map(([id, data]) => ({ id, ok: true, data })),
    size: async () => entries.size,
    readEntry: async (id) => (entries.has(id) ? { ok: true, data: entries.get(id) } : undefined),
    replaceEntry: async () => false,
    removeEntry: async (id) => entries.delete(id),
    deleteList: async () => entries.clear(),
    close: async () => undefined,
  };
  return { list, ids: () => [...entries.keys()], entries };
}

const order: AttemptWorkOrder = { planned: plannedCase(standardCase()), attempt: 1, retries: 0, again: false };

function events(id: string, delivery = 'w-1'): Extract<WorkerMessage, { kind: 'events' }> {
  const result = caseResult({ id: 'A', output: delivery });
  return {
    kind: 'events',
    id: 'w',
    worker: 'one',
    order: id,
    delivery,
    taken: 1,
    part: 0,
    parts: 1,
    events: [{ type: 'case.finished', suiteKey: 'S', caseId: 'A', attempt: 1, result }],
    paths: [],
  };
}

function offering() {
  const { list, ids, entries } = memoryList();
  return { offers: createAttemptOffers(list, new AbortController().signal), ids, entries };
}

it('offers an order that was refused again, under another number, and once', async () => {
  const { offers, ids, entries } = offering();
  const offered = offers.offerAttempt(order);
  expect(ids()).toEqual(['a1']);
  offers.offerAgain('a1');
  offers.offerAgain('a1');
  offers.offerAgain('a7');
  expect(ids()).toEqual(['a1', 'a2']);
  // The attempt is marked with `again`, because a worker may have started it already.
  expect(entries.get('a2')).toMatchObject({ again: true });
  expect(offers.listOpenOffers()).toEqual({ last: 2, ranges: [[2, 2]] });
  offers.receiveDeliveryPart(events('a2'));
  expect(await offered).toHaveLength(1);
  expect([offers.count(), offers.listOpenOffers()]).toEqual([0, { last: 2, ranges: [] }]);
});

it('takes what comes of an order that was offered again since', async () => {
  const { offers } = offering();
  const offered = offers.offerAttempt(order);
  await offers.offerAllAgain();
  offers.receiveDeliveryPart(events('a1'));
  expect(await offered).toHaveLength(1);
  expect(offers.count()).toBe(0);
});

it('counts one delivery of an attempt, and hands back each other one once', async () => {
  const { offers } = offering();
  const [first, second] = [offers.offerAttempt(order), offers.offerAttempt({ ...order, attempt: 2 })];
  const received = [
    // No attempt was ever offered under this id, so its events are ignored.
    offers.receiveDeliveryPart(events('a9')),
    offers.receiveDeliveryPart(events('a1')),
    offers.receiveDeliveryPart(events('a1')),
    offers.receiveDeliveryPart(events('a1', 'w-2')),
    offers.receiveDeliveryPart(events('a1', 'w-2')),
  ];
  expect(received.map((bodies) => bodies?.length)).toEqual([undefined, undefined, undefined, 1, undefined]);
  expect(await first).toMatchObject([{ result: { output: 'w-1' } }]);
  expect([offers.count(), offers.countReceived('w'), offers.countReceived('x')]).toEqual([1, 2, 0]);
  offers.stopWaiting();
  expect(await second).toBeUndefined();
});

it('hands back what comes of an attempt that was taken back', async () => {
  const { offers } = offering();
  const offered = offers.offerAttempt(order);
  await offers.withdrawUnstarted();
  expect(await offered).toBeUndefined();
  expect(offers.receiveDeliveryPart(events('a1'))).toHaveLength(1);
});

it('puts parts together, also of a delivery that comes too late', async () => {
  const { offers } = offering();
  const offered = offers.offerAttempt(order);
  const part = (delivery: string, number: number) => ({ ...events('a1', delivery), part: number, parts: 2 });
  offers.receiveDeliveryPart(part('w-2', 0));
  offers.receiveDeliveryPart(part('w-1', 1));
  offers.receiveDeliveryPart(part('w-1', 0));
  expect(await offered).toHaveLength(2);
  expect(offers.receiveDeliveryPart(part('w-2', 1))).toHaveLength(2);
});

it('offers again what somebody has removed, when it is missing for the second time', async () => {
  const { offers, ids, entries } = offering();
  const offered = [offers.offerAttempt(order), offers.offerAttempt({ ...order, attempt: 2 })];
  entries.delete('a1');
  expect([await offers.offerMissingAgain(), ids()]).toEqual([0, ['a2']]);
  expect([await offers.offerMissingAgain(), ids()]).toEqual([1, ['a2', 'a3']]);
  expect([await offers.offerMissingAgain(), ids()]).toEqual([0, ['a2', 'a3']]);
  // The entry is gone because a worker has finished the attempt; its result is still in transit.
  entries.delete('a2');
  expect(await offers.offerMissingAgain()).toBe(0);
  offers.receiveDeliveryPart(events('a2'));
  expect([await offers.offerMissingAgain(), ids()]).toEqual([0, ['a3']]);
  offers.stopWaiting();
  await Promise.all(offered);
});
