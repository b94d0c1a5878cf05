import { describe, expect, it } from 'vitest';
import { formatSize, parseSize } from './format-size.ts';

describe('a size', () => {
  it.each([
    ['16 MB', 16 * 1024 * 1024],
    ['500KB', 500 * 1024],
    ['1.5 gb', 1.5 * 1024 ** 3],
    ['780 bytes', 780],
  ])('is read: %s', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each(['', '16', 'MB', '0 MB', '-1 MB', '16 TB', '16  MB', '1e3 KB'])('is none: %j', (text) => {
    expect(parseSize(text)).toBeUndefined();
  });

  it('is written with one unit', () => {
    expect([780, 195 * 1024, 16 * 1024 ** 2].map(formatSize)).toEqual(['780 bytes', '195 KB', '16 MB']);
  });
});
