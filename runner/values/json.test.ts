import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonSchema } from '../contract/index.ts';
import { isJsonObject, type Json, toCanonicalJson } from './json.ts';

describe('toCanonicalJson', () => {
  it.each<[Json, string]>([
    [{ b: 1, a: { d: [], c: null } }, '{"a":{"c":null,"d":[]},"b":1}'],
    [[{ b: 1, a: 2 }, 3], '[{"a":2,"b":1},3]'],
    ['a & b <i>', '"a & b <i>"'],
    [null, 'null'],
    [1.5, '1.5'],
  ])('writes %j compactly with sorted keys', (value, text) => {
    expect(toCanonicalJson(value)).toBe(text);
  });

  it('keeps a key called __proto__', () => {
    const value = jsonSchema.parse(JSON.parse('{"b":1,"__proto__":{"z":1,"a":2}}'));
    expect(toCanonicalJson(value)).toBe('{"__proto__":{"a":2,"z":1},"b":1}');
  });

  it('leaves the value as it was', () => {
    const value = { b: [{ d: 1, c: 2 }], a: 1 };
    toCanonicalJson(value);
    expect(JSON.stringify(value)).toBe('{"b":[{"d":1,"c":2}],"a":1}');
  });

  it('is the same text for the same content, and reads back as that content', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (input) => {
        const value = jsonSchema.parse(JSON.parse(JSON.stringify(input)));
        expect(toCanonicalJson(reversed(value))).toBe(toCanonicalJson(value));
        expect(JSON.parse(toCanonicalJson(value))).toEqual(value);
      }),
    );
  });
});

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
