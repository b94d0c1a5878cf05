import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildRunAxisTicks, computeAxisTicks, findDistinctTimeLabels, tickPositions } from './run-axis';

describe('the axis of runs', () => {
  it('labels the ends and a few places between them', () => {
    expect(tickPositions(1, 6)).toEqual([0]);
    expect(tickPositions(4, 6)).toEqual([0, 1, 2, 3]);
    expect(tickPositions(7, 6)).toEqual([0, 2, 4, 6]);
    expect(tickPositions(500, 6)).toEqual([0, 100, 200, 299, 399, 499]);
  });

  const localTime = (day: number, hour: number, minute = 0, second = 0, ms = 0): number =>
    new Date(new Date().getFullYear(), 10, day, hour, minute, second, ms).getTime();

  it.each([
    ['times on one day', [localTime(12, 9), localTime(12, 14, 3)], ['09:00', '14:03']],
    ['times with seconds within a minute', [localTime(12, 9, 0, 1), localTime(12, 9, 0, 59)], ['09:00:01', '09:00:59']],
    ['days', [localTime(12, 9), localTime(13, 9)], ['12 Nov', '13 Nov']],
    [
      'days with times',
      [localTime(12, 9), localTime(12, 10), localTime(13, 9)],
      ['12 Nov 09:00', '12 Nov 10:00', '13 Nov 09:00'],
    ],
    ['nothing that tells them apart', [localTime(12, 9, 0, 0, 1), localTime(12, 9, 0, 0, 2)], undefined],
    ['one time', [localTime(12, 9)], ['09:00']],
    ['no time', [], []],
  ] as const)('names %s', (_, times, labels) => {
    expect(findDistinctTimeLabels(times)).toEqual(labels);
  });

  it('counts runs that no time tells apart', () => {
    expect(buildRunAxisTicks([localTime(12, 9), localTime(12, 9), localTime(12, 9)])).toEqual([
      { place: 0, label: '#1' },
      { place: 1, label: '#2' },
      { place: 2, label: '#3' },
    ]);
  });

  it('has fewer labels where they are long', () => {
    const times = Array.from({ length: 7 }, (_, second) => localTime(12, 9, 0, second));
    expect(buildRunAxisTicks(times).map(({ label }) => label)).toEqual([
      '09:00:00',
      '09:00:02',
      '09:00:04',
      '09:00:06',
    ]);
  });

  it('never has a label twice', () => {
    const time = fc.integer({ min: localTime(1, 0), max: localTime(3, 0) });
    fc.assert(
      fc.property(fc.array(time, { maxLength: 40 }), (times) => {
        const labels = buildRunAxisTicks(times).map(({ label }) => label);
        expect(new Set(labels).size).toBe(labels.length);
      }),
    );
  });
});

describe('the axis of values', () => {
  it.each([
    ['share', [0.9, 0.95], [0, 0.25, 0.5, 0.75, 1]],
    ['score', [0.9, null], [0, 0.25, 0.5, 0.75, 1]],
    ['score', [-0.5, 0.9], [-0.5, 0, 0.5, 1]],
    ['score', [0.2, 7], [0, 2, 4, 6, 8]],
    ['amount', [1, 9], [0, 2.5, 5, 7.5, 10]],
    ['amount', [null], [0, 1]],
    ['amount', [], [0, 1]],
  ] as const)('of %s and %j is %j', (scale, values, ticks) => {
    expect(computeAxisTicks(scale, values)).toEqual(ticks);
  });

  it('shows zero and every value, with few labels', () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 30 }),
        fc.constantFrom('amount', 'score'),
        (values, scale) => {
          fc.pre(values.some((each) => Math.abs(each) > 1e-9));
          const ticks = computeAxisTicks(scale, values);
          const slack = ((ticks.at(-1) ?? 0) - (ticks[0] ?? 0)) * 1e-6;
          expect(ticks).toContain(0);
          expect(Math.min(...values)).toBeGreaterThanOrEqual((ticks[0] ?? 0) - slack);
          expect(Math.max(...values)).toBeLessThanOrEqual((ticks.at(-1) ?? 0) + slack);
          expect(ticks.length).toBeLessThanOrEqual(6);
        },
      ),
    );
  });
});
