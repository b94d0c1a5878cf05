import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonSchema } from '../../runner/contract';
import { findSubsetDifferences } from './find-subset-differences';

describe('differences from what is expected', () => {
  it('name the argument and both its values', () => {
    const expected = { order: { id: '7', lines: [1, 2] }, dry: true };
    const actual = { order: { id: '8', lines: [1, 3], more: 1 } };
    expect(findSubsetDifferences(expected, actual)).toEqual([
      { path: 'order.id', expected: '7', actual: '8' },
      { path: 'order.lines[1]', expected: 2, actual: 3 },
      { path: 'dry', expected: true },
    ]);
  });

  it('do not look into a list of another length, nor into something of another type', () => {
    expect(findSubsetDifferences({ a: [1, 2] }, { a: [1] })).toEqual([{ path: 'a', expected: [1, 2], actual: [1] }]);
    expect(findSubsetDifferences({ a: { b: 1 } }, { a: null })).toEqual([
      { path: 'a', expected: { b: 1 }, actual: null },
    ]);
  });

  it('do not take what an object inherits for a value of its own', () => {
    expect(findSubsetDifferences({ toString: 'x' }, {})).toEqual([{ path: 'toString', expected: 'x' }]);
  });

  it('say of a pattern that it may hold', () => {
    expect(findSubsetDifferences('regex:a+', 'aa')).toEqual([
      { path: '', expected: 'regex:a+', actual: 'aa', pattern: true },
    ]);
  });

  it('are none for a value and itself, nor for one that has more', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(object, fc.jsonValue(), (expectedObject, extraFields) => {
        const expected = jsonSchema.parse(expectedObject);
        expect(findSubsetDifferences(expected, expected)).toEqual([]);
        const key = `more than ${Object.keys(expectedObject).join()}`;
        expect(findSubsetDifferences(expected, jsonSchema.parse({ ...expectedObject, [key]: extraFields }))).toEqual(
          [],
        );
      }),
    );
  });
});
