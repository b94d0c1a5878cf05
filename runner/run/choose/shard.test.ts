import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitByDuration } from './shard.ts';

describe('cases are split over machines', () => {
  it('by how long they take, the longest first', () => {
    expect(splitByDuration([1, 9, 2, 4, 3], 2)).toEqual([1, 1, 2, 2, 2]);
  });

  it('one by one where nobody knows, and as the median where somebody does', () => {
    expect(splitByDuration([undefined, undefined, undefined, undefined], 2)).toEqual([1, 2, 1, 2]);
    expect(splitByDuration([10, undefined, 2, 4], 2)).toEqual([1, 2, 2, 2]);
  });

  it('so that every machine has some, and none waits for another longer than a case takes', () => {
    const durations = fc.array(fc.option(fc.integer({ min: 0, max: 1_000 }), { nil: undefined }), { minLength: 8 });
    fc.assert(
      fc.property(durations, fc.integer({ min: 1, max: 8 }), (givenDurations, total) => {
        const shards = splitByDuration(givenDurations, total);
        expect(new Set(shards).size).toBe(total);
        expect(splitByDuration(givenDurations, total)).toEqual(shards);
        if (givenDurations.includes(undefined)) return;
        const loads = Array.from({ length: total }, (_, shard) =>
          givenDurations.reduce<number>((sum, ms = 0, position) => sum + (shards[position] === shard + 1 ? ms : 0), 0),
        );
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(Math.max(...givenDurations.map(Number)));
      }),
    );
  });
});
