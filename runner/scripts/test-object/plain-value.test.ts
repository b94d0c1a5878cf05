import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatValueForMessage, isSameValue, toPlainValue } from './plain-value.ts';

const unusual = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withNullPrototype: true,
});

describe('values of scripts', () => {
  it('of any kind can be told as JSON and shown in a line', () => {
    fc.assert(
      fc.property(unusual, (value) => {
        expect(() => JSON.stringify(toPlainValue(value))).not.toThrow();
        expect(typeof formatValueForMessage(value)).toBe('string');
      }),
    );
  });

  it('stay what they are when they are JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(toPlainValue(value)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('equal themselves and their copies, whatever the order of their keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const turned = Object.fromEntries(Object.entries(value).reverse());
        expect(isSameValue(value, turned)).toBe(true);
        expect(isSameValue(value, { ...turned, more: 1 })).toBe(Object.hasOwn(value, 'more') && value.more === 1);
      }),
    );
  });

  it('may contain themselves', () => {
    const loop = (name: string) => {
      const value: Record<string, unknown> = { name };
      value.self = value;
      return value;
    };
    expect(isSameValue(loop('a'), loop('a'))).toBe(true);
    expect(isSameValue(loop('a'), loop('b'))).toBe(false);
  });
});
