import { expect, it } from 'vitest';
import type { RunListItem } from '@/lib/queries';
import { formatPassRateSummary } from './format-pass-rate-summary';

const run: RunListItem = {
  runId: 'r',
  suiteKey: 's',
  agentId: 'a',
  status: 'failed',
  total: 4,
  attempts: 1,
  startedAt: 0,
  counts: { passed: 2, failed: 1, error: 1, timeout: 0, skipped: 0 },
  passRate: 0.5,
};

it('has both rates where they differ', () => {
  expect(formatPassRateSummary({ ...run, faults: { infra: 1 } })).toBe('50%, 67% agent only');
  expect(formatPassRateSummary(run)).toBe('50%');
  expect(formatPassRateSummary({ ...run, passRate: null })).toBeUndefined();
});
