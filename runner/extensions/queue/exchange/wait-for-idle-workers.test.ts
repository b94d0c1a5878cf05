import { expect, it } from 'vitest';
import { waitForIdleWorkers } from './wait-for-idle-workers.ts';
import { createWorkerRoster, type WorkerRoster, type WorkerState } from './worker-roster.ts';

const alive = { id: 'a', worker: 'one', parallel: 1, beat: 1, busy: 0, done: 0, longestMs: 0, kept: 0 };

type Moment = { at: number; roster: WorkerRoster; hear(more: Partial<WorkerState>): void; stop(): void };
type Ending = {
  seen: Partial<WorkerState>;
  /** Returns the number of deliveries that have arrived by this time, in milliseconds. */
  received(at: number): number;
  /** Called at each check whether the workers are idle. */
  onLook?: (moment: Moment) => void;
};

/** Returns how many milliseconds a run waits for its workers before it ends, and the messages that it shows. */
async function measureWait({ seen, received, onLook }: Ending): Promise<{ ms: number; told: string[] }> {
  let at = 0;
  const roster = createWorkerRoster(() => at, 10_000);
  const hear = (more: Partial<WorkerState>): void => void roster.updateWorker({ ...alive, ...more });
  const over = new AbortController();
  const messages: string[] = [];
  hear(seen);
  const wait = async (ms: number): Promise<void> => {
    at += ms;
    onLook?.({ at, roster, hear, stop: () => over.abort() });
  };
  const printNotice = (line: string): void => void messages.push(line);
  await waitForIdleWorkers(
    { roster, countReceived: () => received(at), printNotice, now: () => at, wait },
    over.signal,
  );
  return { ms: at, told: messages };
}

it('ends at once where nobody has anything', async () => {
  expect(await measureWait({ seen: { done: 2 }, received: () => 2 })).toEqual({ ms: 0, told: [] });
});

it('waits for a worker that has something in hand, and says so after a while', async () => {
  const busyUntil = (end: number): Ending => ({
    seen: { busy: 1 },
    received: () => 1,
    onLook: ({ at, hear }) => at >= end && hear({ beat: 2, done: 1 }),
  });
  expect(await measureWait(busyUntil(4_000))).toEqual({ ms: 4_000, told: [] });
  const expectedMessages = ['waiting for attempts that one had started, because their cost counts'];
  expect(await measureWait(busyUntil(8_000))).toEqual({ ms: 8_000, told: expectedMessages });
});

it('waits for what was sent, unless the queue has lost it', async () => {
  expect((await measureWait({ seen: { done: 1 }, received: (at) => (at < 1_000 ? 0 : 1) })).ms).toBe(1_000);
  const { ms } = await measureWait({ seen: { done: 1 }, received: () => 0 });
  expect([ms > 5_000, ms < 6_000]).toEqual([true, true]);
});

it('waits a while for a busy worker that is silent', async () => {
  const onLook = ({ roster }: Moment): void => void roster.dropSilentWorkers();
  const { ms } = await measureWait({ seen: { busy: 1 }, received: () => 0, onLook });
  expect([ms > 15_000, ms < 16_000]).toEqual([true, true]);
});

it('waits for nobody when the run is given up', async () => {
  expect((await measureWait({ seen: { busy: 1 }, received: () => 0, onLook: ({ stop }) => stop() })).ms).toBe(50);
});
