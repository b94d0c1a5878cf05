import { describe, expect, it } from 'vitest';
import { createBatchSender } from './create-batch-sender.ts';

describe('items in groups', () => {
  it('go together when they come at once, or while others are on their way', async () => {
    const { groups, put, finish } = sending();

    const first = [put(['a']), put(['b', 'c'])];
    await Promise.resolve();
    const second = [put(['d']), put(['e'])];

    expect(groups).toEqual([['a', 'b', 'c']]);
    finish(0);
    await Promise.all(first);
    expect(groups).toEqual([
      ['a', 'b', 'c'],
      ['d', 'e'],
    ]);
    finish(1);
    await Promise.all(second);
  });

  it('fail with their group, and leave the next one alone', async () => {
    const { groups, put, finish } = sending();

    const first = put(['a']);
    await Promise.resolve();
    const second = put(['b']);
    finish(0, new Error('the server is away'));

    await expect(first).rejects.toThrow('the server is away');
    finish(1);
    await second;
    expect(groups).toEqual([['a'], ['b']]);
  });

  it('are at most 500 a group, in their order', async () => {
    const groups: number[][] = [];
    const enqueue = createBatchSender<number>(async (items) => void groups.push([...items]));
    const numbers = Array.from({ length: 1_200 }, (_, index) => index);

    await Promise.all(numbers.map((number) => enqueue([number])));

    expect(groups.map(({ length }) => length)).toEqual([500, 500, 200]);
    expect(groups.flat()).toEqual(numbers);
  });
});

/** A batch sender; the test decides when each group is finished. */
function sending() {
  const groups: string[][] = [];
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const enqueue = createBatchSender<string>(async (items) => {
    groups.push([...items]);
    await ends[groups.length - 1]?.promise;
  });
  return {
    groups,
    put: enqueue,
    finish(index: number, error?: Error) {
      if (error === undefined) ends[index]?.resolve();
      else ends[index]?.reject(error);
    },
  };
}
