import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchPairs, matchPairsInOrder } from './match-pairs.ts';

describe('pairing', () => {
  it('gives up an early partner when another item needs it', () => {
    const fits = [
      [true, true],
      [true, false],
    ];
    expect(matchPairs(2, 2, (left, right) => fits[left]?.[right] === true)).toEqual([1, 0]);
  });

  it('finds as many pairs as there can be, each item once', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }), { maxLength: 5 }), (table) => {
        const fits = (left: number, right: number): boolean => table[left]?.[right] === true;
        const pairs = matchPairs(table.length, 4, fits);
        const used = pairs.filter((right) => right !== undefined);
        expect(new Set(used).size).toBe(used.length);
        for (const [left, right] of pairs.entries()) if (right !== undefined) expect(fits(left, right)).toBe(true);
        expect(used.length).toBe(countMostPairs(table, new Set()));
      }),
    );
  });

  it('keeps the order where it counts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2), { maxLength: 5 }), fc.array(fc.nat(2), { maxLength: 6 }), (left, right) => {
        const pairs = matchPairsInOrder(left.length, right.length, (i, j) => left[i] === right[j]);
        const used = pairs.filter((position) => position !== undefined);
        expect(used).toEqual([...used].sort((a, b) => a - b));
        for (const [i, j] of pairs.entries()) if (j !== undefined) expect(left[i]).toBe(right[j]);
        expect(used.length).toBe(findLongestCommon(left, right));
      }),
    );
  });
});

function countMostPairs(table: readonly boolean[][], used: ReadonlySet<number>): number {
  const [row, ...rest] = table;
  if (row === undefined) return 0;
  const ways = row.flatMap((fits, right) =>
    fits && !used.has(right) ? [1 + countMostPairs(rest, new Set([...used, right]))] : [],
  );
  return Math.max(countMostPairs(rest, used), ...ways);
}

function findLongestCommon([a, ...left]: readonly number[], [b, ...right]: readonly number[]): number {
  if (a === undefined || b === undefined) return 0;
  if (a === b) return 1 + findLongestCommon(left, right);
  return Math.max(findLongestCommon([a, ...left], right), findLongestCommon(left, [b, ...right]));
}
