import { describe, expect, it } from 'vitest';
import type { Json } from '../../values/index.ts';
import { applyJsonPatch, type PatchOperation } from './json-patch.ts';

describe('a JSON patch', () => {
  it.each<[string, Json, PatchOperation[], Json]>([
    ['adds a member', { a: 1 }, [{ op: 'add', path: '/b', value: [2] }], { a: 1, b: [2] }],
    ['adds an item', { a: [1, 3] }, [{ op: 'add', path: '/a/1', value: 2 }], { a: [1, 2, 3] }],
    ['adds to the end', [1], [{ op: 'add', path: '/-', value: 2 }], [1, 2]],
    ['removes', { a: [1, 2] }, [{ op: 'remove', path: '/a/0' }], { a: [2] }],
    ['replaces', { a: { b: 1 } }, [{ op: 'replace', path: '/a/b', value: null }], { a: { b: null } }],
    ['replaces the whole', { a: 1 }, [{ op: 'replace', path: '', value: 7 }], 7],
    ['moves', { a: 1 }, [{ op: 'move', from: '/a', path: '/b' }], { b: 1 }],
    ['copies', { a: [1] }, [{ op: 'copy', from: '/a', path: '/b' }], { a: [1], b: [1] }],
    ['tests', { 'a/b~c': 1 }, [{ op: 'test', path: '/a~1b~0c', value: 1 }], { 'a/b~c': 1 }],
    [
      'keeps a name that JavaScript treats specially',
      {},
      [{ op: 'add', path: '/__proto__', value: 1 }],
      JSON.parse('{"__proto__":1}'),
    ],
  ])('%s', (_does, document, patch, patched) => {
    const before = structuredClone(document);
    expect(applyJsonPatch(document, patch)).toEqual(patched);
    expect(document).toEqual(before);
  });

  it.each<[string, Json, PatchOperation, RegExp]>([
    [
      'a place that is not there',
      { a: 1 },
      { op: 'replace', path: '/b', value: 1 },
      /operation 1 \(replace \/b\) cannot be applied: there is no "b"/,
    ],
    ['a parent that is not there', {}, { op: 'add', path: '/a/b', value: 1 }, /there is no "a"/],
    ['an item behind the end', [1], { op: 'add', path: '/3', value: 1 }, /there is no item "3"/],
    ['an item with another name', [1], { op: 'remove', path: '/01' }, /there is no item "01"/],
    ['a member of a text', { a: 'x' }, { op: 'add', path: '/a/b', value: 1 }, /neither an object nor a list/],
    ['a test that fails', { a: 1 }, { op: 'test', path: '/a', value: 2 }, /the value at the path is different/],
    ['a move into itself', { a: { b: 1 } }, { op: 'move', from: '/a', path: '/a/b' }, /into itself/],
    ['a value that is missing', {}, { op: 'add', path: '/a' }, /the operation has no value/],
    ['an operation that is none', {}, { op: 'swap', path: '/a' }, /no such operation/],
    ['a path that is none', {}, { op: 'add', path: 'a', value: 1 }, /does not begin with \//],
  ])('is refused for %s', (_what, document, operation, message) => {
    expect(() => applyJsonPatch(document, [operation])).toThrow(message);
  });
});
