import v8 from 'node:v8';
import vm from 'node:vm';
import { expect, it } from 'vitest';
import { EmptyingMap } from './emptying-map.ts';

v8.setFlagsFromString('--expose-gc');
const collectGarbage: (options: { type: 'minor' }) => void = vm.runInNewContext('gc');

it('has the values that were set and not deleted, in order', () => {
  const map = new EmptyingMap<number, string>();
  for (const [key, value] of ['zero', 'one', 'two'].entries()) map.set(key, value);
  map.set(0, 'last');
  expect(map.delete(1)).toBe(true);
  expect(map.delete(1)).toBe(false);
  expect(map.get(1)).toBeUndefined();
  expect([...map.entries()]).toEqual([
    [2, 'two'],
    [0, 'last'],
  ]);
  expect([...map.keys()]).toEqual([2, 0]);
  expect([...map.values()]).toEqual(['two', 'last']);
  expect(map.size).toBe(2);
  map.clear();
  expect(map.size).toBe(0);
});

const MEGABYTE = 1024 ** 2;

/**
 * Adds objects of 32 MB in total to a map and removes them, so that the map has three objects at a time. Returns how
 * much the heap has grown in the end.
 */
function growthByPassingObjects(map: EmptyingMap<number, number[]>): number {
  map.set(-1, []);
  // After two collections of garbage, V8 has moved the map to the old generation.
  collectGarbage({ type: 'minor' });
  collectGarbage({ type: 'minor' });
  const before = process.memoryUsage().heapUsed;
  for (let key = 0; key < 32_000; key += 1) {
    map.set(key, new Array(128).fill(key));
    map.delete(key - 2);
    if (key % 1000 === 0) collectGarbage({ type: 'minor' });
  }
  collectGarbage({ type: 'minor' });
  return process.memoryUsage().heapUsed - before;
}

it('keeps no deleted value in memory until all garbage is collected', () => {
  expect(growthByPassingObjects(new EmptyingMap())).toBeLessThan(8 * MEGABYTE);
});
