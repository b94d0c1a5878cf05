import { expect, it } from 'vitest';
import { plannedCase, standardCase } from '../../../testing/case-factory.ts';
import { caseResult } from '../../../testing/finished-run.ts';
import type { ListEntry, SharedList } from './broker.ts';
import type { Message, Order } from './messages.ts';
import { createOffers } from './offers.ts';

/** A fake list in memory; entries stay until they are removed. */
function memoryList() {
  const entries = new Map<string, unknown>();
  const list: SharedList = {
    put: async (added: readonly ListEntry[]) => {
      for (const { id, data } of added) if (!entries.has(id)) entries.set(id, data);
    },
    waiting: async () => [...entries].map(([id, data]) => ({ id, ok: true, data })),
    size: async () => entries.size,
    read: async (id) => (entries.has(id) ? { ok: true, data: entries.get(id) } : undefined),
    replace: async () => false,
    remove: async (id) => entries.delete(id),
    drop: async () => entries.clear(),
    close: async () => undefined,
  };
  return { list, ids: () => [...entries.keys()], entries };
}

const order: Order = { planned: plannedCase(standardCase()), attempt: 1, retries: 0, again: false };

function events(id: string, delivery = 'w-1'): Extract<Message, { kind: 'events' }> {
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
  return { offers: createOffers(list, new AbortController().signal), ids, entries };
}

it('offers an order that was refused again, under another number, and once', async () => {
  const { offers, ids, entries } = offering();
  const offered = offers.make(order);
  expect(ids()).toEqual(['a1']);
  offers.renewOne('a1');
  offers.renewOne('a1');
  offers.renewOne('a7');
  expect(ids()).toEqual(['a1', 'a2']);
  // A worker may have started it.
  expect(entries.get('a2')).toMatchObject({ again: true });
  expect(offers.open()).toEqual({ last: 2, ranges: [[2, 2]] });
  offers.receive(events('a2'));
  expect(await offered).toHaveLength(1);
  expect([offers.count(), offers.open()]).toEqual([0, { last: 2, ranges: [] }]);
});

it('takes what comes of an order that was offered again since', async () => {
  const { offers } = offering();
  const offered = offers.make(order);
  await offers.renew();
  offers.receive(events('a1'));
  expect(await offered).toHaveLength(1);
  expect(offers.count()).toBe(0);
});

it('counts one delivery of an attempt, and hands back each other one once', async () => {
  const { offers } = offering();
  const [first, second] = [offers.make(order), offers.make({ ...order, attempt: 2 })];
  const received = [
    // The order was never offered.
    offers.receive(events('a9')),
    offers.receive(events('a1')),
    offers.receive(events('a1')),
    offers.receive(events('a1', 'w-2')),
    offers.receive(events('a1', 'w-2')),
  ];
  expect(received.map((bodies) => bodies?.length)).toEqual([undefined, undefined, undefined, 1, undefined]);
  expect(await first).toMatchObject([{ result: { output: 'w-1' } }]);
  expect([offers.count(), offers.received('w'), offers.received('x')]).toEqual([1, 2, 0]);
  offers.giveUp();
  expect(await second).toBeUndefined();
});

it('hands back what comes of an attempt that was taken back', async () => {
  const { offers } = offering();
  const offered = offers.make(order);
  await offers.takeBack();
  expect(await offered).toBeUndefined();
  expect(offers.receive(events('a1'))).toHaveLength(1);
});

it('puts parts together, also of a delivery that comes too late', async () => {
  const { offers } = offering();
  const offered = offers.make(order);
  const part = (delivery: string, number: number) => ({ ...events('a1', delivery), part: number, parts: 2 });
  offers.receive(part('w-2', 0));
  offers.receive(part('w-1', 1));
  offers.receive(part('w-1', 0));
  expect(await offered).toHaveLength(2);
  expect(offers.receive(part('w-2', 1))).toHaveLength(2);
});

it('offers again what somebody has removed, when it is missing for the second time', async () => {
  const { offers, ids, entries } = offering();
  const offered = [offers.make(order), offers.make({ ...order, attempt: 2 })];
  entries.delete('a1');
  expect([await offers.renewMissing(), ids()]).toEqual([0, ['a2']]);
  expect([await offers.renewMissing(), ids()]).toEqual([1, ['a2', 'a3']]);
  expect([await offers.renewMissing(), ids()]).toEqual([0, ['a2', 'a3']]);
  // The result is already on its way.
  entries.delete('a2');
  expect(await offers.renewMissing()).toBe(0);
  offers.receive(events('a2'));
  expect([await offers.renewMissing(), ids()]).toEqual([0, ['a3']]);
  offers.giveUp();
  await Promise.all(offered);
});
