import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatAsSingleLine,
  formatCountWithNoun,
  formatElapsedTime,
  formatExactPercent,
  formatPercent,
  formatRelativeTime,
  formatSize,
  replaceInvisibleCharacters,
} from './index.ts';

const NOW = Date.UTC(2026, 10, 21);

it('a label keeps to one line, and shows what would change how it reads', () => {
  expect(formatAsSingleLine('a\n::b\r\u2028\u202ec\u001b[2J')).toBe('a\u240a::b\u240d\u2424⟦U+202E⟧c\u241b[2J');
});

describe('relative time', () => {
  it.each([
    [0, 'just now'],
    [4_999, 'just now'],
    [12_000, '12 s ago'],
    [119_000, '1 min ago'],
    [3 * 3_600_000, '3 h ago'],
    [26 * 3_600_000, '1 d ago'],
    [90 * 86_400_000, '3 mo ago'],
  ])('%d ms ago is "%s"', (elapsed, text) => {
    expect(formatRelativeTime(NOW - elapsed, NOW)).toBe(text);
  });

  it('takes a clock that is ahead by up to a minute for now, and says how far others are', () => {
    expect(formatRelativeTime(NOW + 60_000, NOW)).toBe('just now');
    expect(formatRelativeTime(NOW + 61_000, NOW)).toBe('1 min ahead');
    expect(formatRelativeTime(Date.UTC(2036, 10, 21), NOW)).toBe('121 mo ahead');
  });
});

describe('clock time', () => {
  it.each([
    [0, '0:00'],
    [7_900, '0:07'],
    [70_000, '1:10'],
    [3_729_000, '1:02:09'],
  ])('%d ms reads %s', (ms, text) => {
    expect(formatElapsedTime(ms)).toBe(text);
  });
});

describe('percent', () => {
  it('says 100% and 0% only when they are true', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (rate) => {
        expect(formatPercent(rate) === '100%').toBe(rate === 1);
        expect(formatPercent(rate) === '0%').toBe(rate === 0);
      }),
    );
  });
});

describe('plural', () => {
  it('counts', () => {
    expect([
      formatCountWithNoun(0, 'case'),
      formatCountWithNoun(1, 'case'),
      formatCountWithNoun(12_000, 'case'),
    ]).toEqual(['0 cases', '1 case', '12,000 cases']);
  });
});

describe('an exact percentage', () => {
  it.each([
    [0.855, '85.5%'],
    [2 / 3, '66.67%'],
    [1, '100%'],
    [0, '0%'],
    [0.999999, '> 99.99%'],
    [0.00001, '< 0.01%'],
  ])('%d reads %s', (rate, text) => {
    expect(formatExactPercent(rate)).toBe(text);
  });

  it('says 100% and 0% only when they are true', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (rate) => {
        expect(formatExactPercent(rate) === '100%').toBe(rate === 1);
        expect(formatExactPercent(rate) === '0%').toBe(rate === 0);
      }),
    );
  });
});

describe('a text that is not what it seems', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', '␛[31mred␛[0m'],
    ['safe\u202egpj.exe', 'safe⟦U+202E⟧gpj.exe'],
    ['half \ud83d of a smile', 'half ⟦U+D83D⟧ of a smile'],
    ['a\u0000b\u007fc\u009bd', 'a␀b␡c⟦U+009B⟧d'],
  ])('shows what it hides: %j', (text, visible) => {
    expect(replaceInvisibleCharacters(text)).toBe(visible);
  });

  it('is left alone when it hides nothing', () => {
    const text = 'Grüße 👋🏽 שלום\tand\r\nso on \u200f\u00a0';
    expect(replaceInvisibleCharacters(text)).toBe(text);
  });
});

it.each([
  [0, '0 bytes'],
  [780, '780 bytes'],
  [2_048, '2.0 KB'],
  [200_000, '195 KB'],
  [5_000_000, '4.8 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});
