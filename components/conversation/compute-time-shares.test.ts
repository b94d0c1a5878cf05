import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Phase } from '../../runner/contract';
import type { WaitPeriod } from '../../runner/fold';
import { computeTimeShares } from './compute-time-shares';

describe('the time of an attempt', () => {
  it('is split by who was waited for, in order, and summed up', () => {
    const waits: WaitPeriod[] = [
      { turn: 1, phase: 'agent', startedAt: 0, endedAt: 30 },
      { turn: 1, phase: 'judge', startedAt: 30, endedAt: 35 },
      { turn: 1, phase: 'judge', startedAt: 35, endedAt: 40 },
      { turn: 2, phase: 'simulator', startedAt: 40, endedAt: 45 },
      { turn: 2, phase: 'agent', startedAt: 45, endedAt: 95 },
      { turn: 2, phase: 'judge', startedAt: 95 },
    ];
    expect(computeTimeShares(waits)).toEqual({
      totalMs: 95,
      parts: [
        { turn: 1, phase: 'agent', ms: 30 },
        { turn: 1, phase: 'judge', ms: 10 },
        { turn: 2, phase: 'simulator', ms: 5 },
        { turn: 2, phase: 'agent', ms: 50 },
      ],
      totals: [
        { turn: 2, phase: 'agent', ms: 80 },
        { turn: 1, phase: 'judge', ms: 10 },
        { turn: 2, phase: 'simulator', ms: 5 },
      ],
    });
  });

  it('is all there, however it is split', () => {
    const wait = fc.record({
      turn: fc.integer({ min: 1, max: 400 }),
      phase: fc.constantFrom<Phase>('agent', 'simulator', 'judge'),
      ms: fc.nat(1_000),
    });
    fc.assert(
      fc.property(fc.array(wait, { maxLength: 300 }), (list) => {
        const waits = list.map(({ turn, phase, ms }): WaitPeriod => ({ turn, phase, startedAt: 5, endedAt: 5 + ms }));
        const { totalMs, parts, totals } = computeTimeShares(waits);
        const sum = (entries: readonly { ms: number }[]): number => entries.reduce((all, { ms }) => all + ms, 0);
        expect(totalMs).toBe(sum(list));
        expect(sum(parts)).toBe(totalMs);
        expect(sum(totals)).toBe(totalMs);
        expect(parts.length).toBeLessThanOrEqual(120);
        expect(new Set(totals.map(({ phase }) => phase)).size).toBe(totals.length);
      }),
    );
  });
});
