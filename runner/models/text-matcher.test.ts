import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTextMatcher } from './text-matcher.ts';

describe('createTextMatcher', () => {
  it('finds every part of a text, whatever characters it has', () => {
    const substring = fc.string({ minLength: 1 }).filter((text) => !/^\/.+\/[imsU]*$/s.test(text));
    fc.assert(
      fc.property(fc.string(), substring, fc.string(), (before, needle, after) => {
        fc.pre(`${before}${needle}${after}`.toLowerCase().includes(needle.toLowerCase()));
        expect(createTextMatcher(needle)(`${before}${needle}${after}`)).toEqual({});
      }),
    );
  });

  it('captures groups by number and by name; a group that took no part is empty', () => {
    expect(createTextMatcher('/(?P<day>\\d+)\\.(\\d+)(x)?/')('on 24.12')).toEqual({
      '1': '24',
      '2': '12',
      '3': '',
      day: '24',
    });
  });

  it('takes flags', () => {
    expect(createTextMatcher('/^b.c$/ims')('a\nB\nC\nd')).toEqual({});
    expect(createTextMatcher('/^b.c$/')('a\nB\nC\nd')).toBeUndefined();
  });

  it('stays fast on a pattern that explodes elsewhere', () => {
    expect(createTextMatcher('/^(a+)+$/')(`${'a'.repeat(50_000)}!`)).toBeUndefined();
  });

  it('refuses what is not a regex', () => {
    expect(() => createTextMatcher('/(?=look)/')).toThrow();
  });
});
