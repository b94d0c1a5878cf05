import { describe, expect, it } from 'vitest';
import { describeRunEstimate, findPastRun } from './run-estimate';

const counts = { passed: 3, failed: 1, error: 0, timeout: 0, skipped: 2 };
const past = {
  suiteKey: 'a.jsonl',
  agentId: 'shop',
  connector: 'fast',
  status: 'failed' as const,
  counts,
  startedAt: 1_000,
  finishedAt: 41_000,
};
const planned = { suiteKey: 'a.jsonl', agentId: 'shop', connector: undefined, attempts: 8, parallel: 1 };

describe('the estimate of a run', () => {
  it('takes as long an attempt as in the last run', () => {
    expect(describeRunEstimate(past, planned)).toBe(
      'About 1.3m for 8 attempts, from the last run: 4 attempts in 40.0s.',
    );
  });

  it('knows how many attempts ran at once, then and now', () => {
    expect(describeRunEstimate({ ...past, parallel: 2 }, { ...planned, parallel: 4 })).toMatch(/^About 40\.0s for/);
    expect(describeRunEstimate({ ...past, parallel: 16 }, { ...planned, attempts: 2, parallel: 9 })).toMatch(
      /^About 40\.0s for/,
    );
  });

  it('has a cost where the last run had one', () => {
    const cost = { amount: 0.2, isPartlyKnown: false, currency: 'USD' };
    expect(describeRunEstimate({ ...past, cost }, planned)).toMatch(/^About 1\.3m, .*0\.4.* USD for/);
    expect(describeRunEstimate({ ...past, cost: { ...cost, isPartlyKnown: true } }, planned)).toContain(', at least ');
    expect(describeRunEstimate({ ...past, cost: { ...cost, amount: 0 } }, planned)).not.toContain('USD');
  });

  it('comes from a complete run of the same suite, agent and connector', () => {
    const others = [
      { ...past, suiteKey: 'b.jsonl' },
      { ...past, agentId: 'clerk' },
      { ...past, status: 'cancelled' as const },
      { ...past, forkedAt: 2 },
      { ...past, counts: { ...counts, passed: 0, failed: 0 } },
    ];
    expect(findPastRun(others, planned)).toBeUndefined();
    expect(findPastRun([...others, past], planned)).toBe(past);
    expect(findPastRun([past], { ...planned, connector: 'slow' })).toBeUndefined();
  });
});
