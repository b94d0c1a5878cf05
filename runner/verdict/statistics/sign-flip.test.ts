import { describe, expect, it } from 'vitest';
import { createRandomNumberGenerator } from './random-numbers.ts';
import { performSignFlipTest } from './sign-flip.ts';

/**
 * C. Darwin's heights of paired maize plants in eighths of an inch, which R. A. Fisher used as an example (1935,
 * section 21).
 */
const darwin = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];

describe('the test of paired scores', () => {
  it('is as published: 863 of 32,768 signs on each side', () => {
    expect(performSignFlipTest(darwin).p).toBeCloseTo((2 * 863) / 32_768, 10);
  });

  it.each([
    [[], 1, true, 0],
    [[0, 0], 1, true, 0],
    [[-0.2], 1, true, 1],
    [Array(5).fill(-0.1), 2 / 32, true, 5],
    [Array(8).fill(-0.1), 2 / 256, false, 8],
    [[0.1, -0.1, 0.2, -0.2, 0.3, -0.3], 1, false, 6],
  ])('%j has p %d', (differences, p, isTooSmall, informative) => {
    const test = performSignFlipTest(differences);
    expect(test).toMatchObject({ isTooSmall, informative });
    expect(test.p).toBeCloseTo(p, 10);
  });

  it('is the same each time for many cases, and never 0', () => {
    const many = Array.from({ length: 40 }, (_, place) => -0.01 * (place + 1));
    expect(performSignFlipTest(many)).toEqual(performSignFlipTest(many));
    expect(performSignFlipTest(many).p).toBeCloseTo(1 / 20_001, 10);
  });

  it('calls no more than 5% of differences real that are none', { tags: 'thorough' }, () => {
    const draw = createRandomNumberGenerator(7);
    const alarms = [10, 26].map((size) => {
      const tests = Array.from({ length: 300 }, () =>
        performSignFlipTest(Array.from({ length: size }, () => draw() - draw())),
      );
      return tests.filter(({ p }) => p <= 0.05).length / 300;
    });
    for (const share of alarms) expect(share).toBeLessThan(0.08);
  });
});
