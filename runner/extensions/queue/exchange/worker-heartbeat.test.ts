import { afterEach, expect, it, vi } from 'vitest';
import { startWorkerHeartbeat } from './worker-heartbeat.ts';
import type { WorkerState } from './worker-roster.ts';

afterEach(() => vi.useRealTimers());

function startTestHeartbeat() {
  vi.useFakeTimers();
  const reported: WorkerState[] = [];
  const heartbeat = startWorkerHeartbeat(async (seenWorker) => void reported.push(seenWorker), {
    id: 'a',
    worker: 'one',
    parallel: 2,
  });
  return { heartbeat, reported };
}

it('says that a worker is busy before it begins, and that it is idle when it gets nothing more', async () => {
  const { heartbeat, reported } = startTestHeartbeat();
  const ends = [await heartbeat.announceAttempt(), await heartbeat.announceAttempt()];
  expect(reported.map(({ busy }) => busy)).toEqual([0, 1]);
  for (const end of ends) end();
  // The next attempt starts at once, so no idle state is announced.
  (await heartbeat.announceAttempt())();
  expect(reported).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(300);
  expect(reported.at(-1)).toMatchObject({ busy: 0, done: 3 });
  expect(reported.map(({ beat }) => beat)).toEqual([1, 2, 3]);
  await heartbeat.announceAttempt();
  expect(reported.at(-1)).toMatchObject({ busy: 1 });
  heartbeat.stop();
});
