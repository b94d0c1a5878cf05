import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapInParallel } from './map-in-parallel.ts';

const neverAborted = new AbortController().signal;

describe('work in order', () => {
  it('is answered in order, whoever is done first, and never more at once than the window is wide', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.nat()),
        fc.integer({ min: 1, max: 5 }),
        async (scheduler, items, width) => {
          let running = 0;
          let maxRunning = 0;
          const completion = mapInParallel(
            {
              items,
              width,
              async work(item, position) {
                running += 1;
                maxRunning = Math.max(maxRunning, running);
                await scheduler.schedule(Promise.resolve());
                running -= 1;
                return [item, position];
              },
            },
            neverAborted,
          );
          expect(await scheduler.waitFor(completion)).toEqual(items.map((item, position) => [item, position]));
          expect(maxRunning).toBe(Math.min(width, items.length));
        },
      ),
    );
  });

  it('starts nothing more once it is stopped', async () => {
    const controller = new AbortController();
    const startedItems: number[] = [];
    const processItem = async (item: number): Promise<void> => {
      startedItems.push(item);
      if (item === 2) controller.abort(new Error('stopped'));
    };
    await expect(mapInParallel({ items: [1, 2, 3], width: 1, work: processItem }, controller.signal)).rejects.toThrow(
      'stopped',
    );
    expect(startedItems).toEqual([1, 2]);
  });
});
