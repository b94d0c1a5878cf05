import { describe, expect, it } from 'vitest';
import { formatCount } from './plural.ts';

describe('formatCount', () => {
  it.each([0, 7, 999, 1_000, 12_345, 100_000, 999_999, 1_000_000, -1, -999, -1_000, 2 ** 53 - 1, 2 ** 60, 1_234.5])(
    'separates thousands as English does: %s',
    (count) => {
      expect(formatCount(count)).toBe(count.toLocaleString('en'));
    },
  );

  it('writes no sign before zero', () => {
    expect(formatCount(-0)).toBe('0');
  });
});
