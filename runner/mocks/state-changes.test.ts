import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonSchema } from '../contract/index.ts';
import type { Json } from '../values/index.ts';
import { findStateChanges } from './state-changes.ts';

describe('the difference of two states', () => {
  it('names the smallest parts that were added, removed or changed', () => {
    const before: Json = {
      orders: [
        { id: 'A', status: 'paid' },
        { id: 'B', status: 'open' },
      ],
      log: ['a'],
      'full name': 'x',
      old: 1,
    };
    const after: Json = {
      orders: [{ id: 'B', status: 'open' }, { id: 'C' }],
      log: ['a', 'b'],
      'full name': 'y',
      fresh: null,
    };
    expect(findStateChanges(before, after)).toEqual([
      { kind: 'removed', path: '$.orders[0]', before: { id: 'A', status: 'paid' } },
      { kind: 'added', path: '$.orders[1]', after: { id: 'C' } },
      { kind: 'added', path: '$.log[1]', after: 'b' },
      { kind: 'changed', path: '$["full name"]', before: 'x', after: 'y' },
      { kind: 'removed', path: '$.old', before: 1 },
      { kind: 'added', path: '$.fresh', after: null },
    ]);
  });

  it('follows items by their id, and says when only their order changed', () => {
    const [a, b] = [
      { id: 1, n: 1 },
      { id: 2, n: 1 },
    ];
    expect(findStateChanges([a, b], [{ id: 1, n: 2 }, b])).toEqual([
      { kind: 'changed', path: '$[0].n', before: 1, after: 2 },
    ]);
    expect(findStateChanges([a, b], [b, a])).toEqual([{ kind: 'changed', path: '$', before: [a, b], after: [b, a] }]);
  });

  it('says of items without an id what was put between the others', () => {
    expect(findStateChanges(['a', 'b'], ['a', 'x', 'b'])).toEqual([{ kind: 'added', path: '$[1]', after: 'x' }]);
    expect(findStateChanges(['a', 'x', 'b'], ['a', 'b'])).toEqual([{ kind: 'removed', path: '$[1]', before: 'x' }]);
  });

  it('is empty if and only if the states are equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (before, after) => {
        const [left, right]: Json[] = [jsonSchema.parse(before), jsonSchema.parse(after)];
        expect(findStateChanges(left ?? null, structuredClone(left ?? null))).toEqual([]);
        const isSame = findStateChanges(left ?? null, right ?? null).length === 0;
        try {
          expect(left).toEqual(right);
        } catch {
          expect(isSame).toBe(false);
        }
      }),
    );
  });
});
