import { describe, expect, it } from 'vitest';
import { findFirstDifferences } from './find-first-differences.ts';

describe('the first differences of two values', () => {
  it.each([
    ['a member', { a: { b: 1 } }, { a: { b: 2 } }, [{ path: 'a.b', left: 1, right: 2 }]],
    ['an item', { a: [1, 2] }, { a: [1, 3] }, [{ path: 'a[1]', left: 2, right: 3 }]],
    ['one that is missing', { a: 1 }, {}, [{ path: 'a', left: 1, right: undefined }]],
    ['one more', [], [null], [{ path: '[0]', left: undefined, right: null }]],
    ['another kind', { a: [1] }, { a: { 0: 1 } }, [{ path: 'a', left: [1], right: { 0: 1 } }]],
    ['the order of keys', { a: 1, b: 2 }, { b: 2, a: 1 }, []],
  ])('are where they stand: %s', (_what, left, right, expected) => {
    expect(findFirstDifferences(left, right, 10)).toEqual(expected);
  });

  it('are as many as wanted', () => {
    expect(findFirstDifferences([1, 2, 3], [4, 5, 6], 2).map(({ path }) => path)).toEqual(['[0]', '[1]']);
  });
});
