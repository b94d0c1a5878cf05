import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatLikeGo } from './go-format.ts';

describe('lines of the log of a script', () => {
  it.each([
    ['%s has %d of %v', ['Ada', 3.7, { a: 1 }], 'Ada has 3 of {"a":1}'],
    ['%.2f and %f', [1, 2], '1.00 and 2.000000'],
    ['%q %t %+v', ['x', true, [1]], '"x" true [1]'],
    ['100%% of %s', ['it'], '100% of it'],
    ['%s and %s', ['one'], 'one and %s'],
    ['no verb', [1, 'two'], 'no verb 1 two'],
    [{ a: 1 }, [], '{"a":1}'],
  ])('fill %j with %j', (format, values, text) => {
    expect(formatLikeGo(format, values)).toBe(text);
  });

  it('never crash', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.anything()),
        (format, values) => typeof formatLikeGo(format, values) === 'string',
      ),
    );
  });
});
