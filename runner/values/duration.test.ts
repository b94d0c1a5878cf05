import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatDuration, formatGoDuration, parseDuration } from './duration.ts';

describe('parseDuration', () => {
  it.each([
    ['30s', 30_000],
    ['2m30s', 150_000],
    ['1.5h', 5_400_000],
    ['300ms', 300],
    ['1h2m3s4ms', 3_723_004],
    ['5m0s', 300_000],
    ['+1s', 1_000],
    ['.5s', 500],
    ['1.s', 1_000],
    ['250us', 0.25],
    ['250µs', 0.25],
    ['250μs', 0.25],
    ['576h', 2_073_600_000],
  ])('reads %s', (text, ms) => {
    expect(parseDuration(text)).toBeCloseTo(ms, 9);
  });

  it.each([
    '',
    '0',
    '0s',
    '-1s',
    '10',
    '5 s',
    ' 5s',
    '5s ',
    '5sec',
    '2M',
    '1d',
    's',
    '.s',
    '1..5s',
    '1e3s',
    'Infinitys',
    '576h1ns',
    '720h',
    '999999999s',
  ])('refuses %j', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it('reads back what formatGoDuration writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000_000_000 }), (ms) => {
        expect(parseDuration(formatGoDuration(ms))).toBeCloseTo(ms, 3);
      }),
    );
  });

  it('answers a positive finite number or nothing, whatever it is given', () => {
    const durationLike = fc.stringMatching(/^[-+.0-9nuµmsh ]{0,24}$/);
    fc.assert(
      fc.property(fc.oneof(fc.string(), durationLike), (text) => {
        const ms = parseDuration(text);
        if (ms === undefined) return;
        expect(Number.isFinite(ms)).toBe(true);
        expect(ms).toBeGreaterThan(0);
        expect(text).toMatch(/[smh]$/);
      }),
    );
  });

  it('sums the terms', () => {
    const term = fc.tuple(fc.integer({ min: 1, max: 90 }), fc.constantFrom('ms', 's', 'm', 'h'));
    fc.assert(
      fc.property(fc.array(term, { minLength: 1, maxLength: 6 }), (terms) => {
        const durationText = terms.map(([amount, timeUnit]) => `${amount}${timeUnit}`);
        const sum = durationText.reduce((total, text) => total + (parseDuration(text) ?? Number.NaN), 0);
        expect(parseDuration(durationText.join(''))).toBe(sum);
      }),
    );
  });
});

describe('formatGoDuration', () => {
  it.each([
    [0, '0s'],
    [120_000, '2m0s'],
    [50, '50ms'],
    [1_500, '1.5s'],
    [3_600_000, '1h0m0s'],
    [5_400_500, '1h30m0.5s'],
    [0.012, '12µs'],
    [0.0000025, '3ns'],
    [10_000, '10s'],
    [100, '100ms'],
    [-1_500, '-1.5s'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(formatGoDuration(ms)).toBe(text);
  });
});

describe('formatDuration', () => {
  it.each([
    [0, '0µs'],
    [0.012, '12µs'],
    [1, '1ms'],
    [340.9, '340ms'],
    [999.9, '999ms'],
    [1_000, '1.0s'],
    [6_840, '6.8s'],
    [59_999, '59.9s'],
    [60_000, '1.0m'],
    [108_000, '1.8m'],
  ])('writes %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});
