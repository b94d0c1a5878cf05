import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeRunDurationMs, countStatuses, emptyCounts, emptyRunState } from '../fold/index.ts';
import { computePassRate } from './pass-rate.ts';
import { classifyStability, classifyStabilityRate } from './stability.ts';
import { computeDurationStatistics } from './statistics/duration-statistics.ts';

const counts = (parts: Partial<ReturnType<typeof emptyCounts>>) => ({ ...emptyCounts(), ...parts });

describe('the pass rate', () => {
  it('is passed over judged attempts; skipped ones do not count', () => {
    expect(computePassRate(counts({ passed: 3, failed: 1, skipped: 96 }))).toBe(0.75);
    expect(computePassRate(counts({ passed: 1, error: 1, timeout: 2 }))).toBe(0.25);
    expect(computePassRate(counts({ skipped: 4 }))).toBeNull();
  });

  it('lies between 0 and 1, whatever happened', () => {
    const status = fc.constantFrom('passed', 'failed', 'error', 'timeout', 'skipped');
    fc.assert(
      fc.property(fc.array(status), (statuses) => {
        const rate = computePassRate(countStatuses(statuses));
        expect(rate === null || (rate >= 0 && rate <= 1)).toBe(true);
        expect(rate === null).toBe(statuses.every((each) => each === 'skipped'));
      }),
    );
  });
});

describe('the stability class', () => {
  it('changes at 100, 80 and 50 percent', () => {
    expect([1, 0.9999, 0.8, 0.7999, 0.5, 0.4999, 0].map(classifyStabilityRate)).toEqual([
      'stable',
      'mostly_stable',
      'mostly_stable',
      'unstable',
      'unstable',
      'highly_unstable',
      'highly_unstable',
    ]);
    expect(classifyStability(counts({ passed: 4, failed: 1 }))).toBe('mostly_stable');
    expect(classifyStability(emptyCounts())).toBeNull();
  });
});

describe('how long a run took', () => {
  const attempt = { attempt: 1, status: 'passed', turns: 1 } as const;
  const row = { id: 'a', kind: 'standard', hash: 'h' } as const;
  const running = { ...emptyRunState('run'), startedAt: 1_000 };

  it('is told by its end', () => {
    expect(computeRunDurationMs({ ...running, finishedAt: 1_500 })).toBe(500);
  });

  it('is what is known of its attempts while there is no end, and never negative', () => {
    const attempts = [{ ...attempt, startedAt: 1_100, durationMs: 200 }];
    expect(computeRunDurationMs({ ...running, rows: [{ ...row, suiteKey: 's', attempts }] })).toBe(300);
    expect(computeRunDurationMs(running)).toBe(0);
    expect(computeRunDurationMs(emptyRunState('run'))).toBe(0);
  });
});

describe('duration statistics', () => {
  it('take the deviation of the whole population', () => {
    expect(computeDurationStatistics([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ avg: 5, min: 2, max: 9, stdDeviation: 2 });
    expect(computeDurationStatistics([])).toBeNull();
  });
});
