import { afterEach, expect, it, vi } from 'vitest';
import { startPresence } from './presence.ts';
import type { SeenWorker } from './roster.ts';

afterEach(() => vi.useRealTimers());

function presenceOver() {
  vi.useFakeTimers();
  const reported: SeenWorker[] = [];
  const presence = startPresence(async (seenWorker) => void reported.push(seenWorker), {
    id: 'a',
    worker: 'one',
    parallel: 2,
  });
  return { presence, told: reported };
}

it('says that a worker is busy before it begins, and that it is idle when it gets nothing more', async () => {
  const { presence, told } = presenceOver();
  const ends = [await presence.begin(), await presence.begin()];
  expect(told.map(({ busy }) => busy)).toEqual([0, 1]);
  for (const end of ends) end();
  // The next attempt starts immediately.
  (await presence.begin())();
  expect(told).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(300);
  expect(told.at(-1)).toMatchObject({ busy: 0, done: 3 });
  expect(told.map(({ beat }) => beat)).toEqual([1, 2, 3]);
  await presence.begin();
  expect(told.at(-1)).toMatchObject({ busy: 1 });
  presence.stop();
});
