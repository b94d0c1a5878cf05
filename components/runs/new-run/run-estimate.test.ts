import { describe, expect, it } from 'vitest';
import { describeRunEstimate, findPastRun } from './run-estimate';

const counts = { passed: 3, failed: 1, error: 0, timeout: 0, skipped: 2 };
const pastRun = {
  suiteKey: 'a.jsonl',
  agentId: 'shop',
  connector: 'fast',
  status: 'failed' as const,
  counts,
  startedAt: 1_000,
  finishedAt: 41_000,
};
const plannedRun = { suiteKey: 'a.jsonl', agentId: 'shop', connector: undefined, attempts: 8, parallel: 1 };

describe('the estimate of a run', () => {
  it('takes as long an attempt as in the last run', () => {
    expect(describeRunEstimate(pastRun, plannedRun)).toBe(
      'About 1.3m for 8 attempts, from the last run: 4 attempts in 40.0s.',
    );
  });

  it('knows how many attempts ran at once, then and now', () => {
    expect(describeRunEstimate({ ...pastRun, parallel: 2 }, { ...plannedRun, parallel: 4 })).toMatch(
      /^About 40\.0s for/,
    );
    expect(describeRunEstimate({ ...pastRun, parallel: 16 }, { ...plannedRun, attempts: 2, parallel: 9 })).toMatch(
      /^About 40\.0s for/,
    );
  });

  it('has a cost where the last run had one', () => {
    const cost = { amount: 0.2, isPartlyKnown: false, currency: 'USD' };
    expect(describeRunEstimate({ ...pastRun, cost }, plannedRun)).toMatch(/^About 1\.3m, .*0\.4.* USD for/);
    expect(describeRunEstimate({ ...pastRun, cost: { ...cost, isPartlyKnown: true } }, plannedRun)).toContain(
      ', at least ',
    );
    expect(describeRunEstimate({ ...pastRun, cost: { ...cost, amount: 0 } }, plannedRun)).not.toContain('USD');
  });

  it('comes from a complete run of the same suite, agent and connector', () => {
    const others = [
      { ...pastRun, suiteKey: 'b.jsonl' },
      { ...pastRun, agentId: 'clerk' },
      { ...pastRun, status: 'cancelled' as const },
      { ...pastRun, forkedAt: 2 },
      { ...pastRun, counts: { ...counts, passed: 0, failed: 0 } },
    ];
    expect(findPastRun(others, plannedRun)).toBeUndefined();
    expect(findPastRun([...others, pastRun], plannedRun)).toBe(pastRun);
    expect(findPastRun([pastRun], { ...plannedRun, connector: 'slow' })).toBeUndefined();
  });
});
