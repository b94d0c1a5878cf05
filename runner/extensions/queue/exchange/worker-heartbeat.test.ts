import { afterEach, expect, it, vi } from 'vitest';
import { startWorkerHeartbeat } from './worker-heartbeat.ts';
import type { WorkerState } from './worker-roster.ts';

afterEach(() => vi.useRealTimers());

function presenceOver() {
  vi.useFakeTimers();
  const reported: WorkerState[] = [];
  const presence = startWorkerHeartbeat(async (seenWorker) => void reported.push(seenWorker), {
    id: 'a',
    worker: 'one',
    parallel: 2,
  });
  return { presence, told: reported };
}

it('says that a worker is busy before it begins, and that it is idle when it gets nothing more', async () => {
  const { presence, told } = presenceOver();
  const ends = [await presence.announceAttempt(), await presence.announceAttempt()];
  expect(told.map(({ busy }) => busy)).toEqual([0, 1]);
  for (const end of ends) end();
  // The next attempt starts at once, so no idle state is announced.
  (await presence.announceAttempt())();
  expect(told).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(300);
  expect(told.at(-1)).toMatchObject({ busy: 0, done: 3 });
  expect(told.map(({ beat }) => beat)).toEqual([1, 2, 3]);
  await presence.announceAttempt();
  expect(told.at(-1)).toMatchObject({ busy: 1 });
  presence.stop();
});
