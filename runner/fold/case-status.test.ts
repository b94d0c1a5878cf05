import { describe, expect, it } from 'vitest';
import { computeCaseStatus, summarizeStatuses } from './case-status.ts';

describe('the status of a case', () => {
  it('is passed when every attempt passed', () => {
    expect(summarizeStatuses(['passed', 'passed'])).toBe('passed');
  });

  it('is that of the first attempt that went wrong, whatever was skipped before it', () => {
    expect(summarizeStatuses(['skipped', 'passed', 'timeout', 'failed'])).toBe('timeout');
  });

  it('is skipped when nothing went wrong and an attempt was skipped or never ended', () => {
    expect(summarizeStatuses(['passed', 'skipped'])).toBe('skipped');
    expect(summarizeStatuses(['passed', 'running'])).toBe('skipped');
    expect(summarizeStatuses(['queued'])).toBe('skipped');
  });

  it.each([
    ['good', ['passed', 'failed'], 'passed'],
    ['bad', ['failed', 'passed'], 'failed'],
    ['bad', ['error', 'failed'], 'error'],
    ['bad', ['passed', 'passed'], 'failed'],
    ['inconclusive', ['passed', 'passed'], 'failed'],
    ['inconclusive', ['passed', 'skipped'], 'skipped'],
    [undefined, ['passed', 'passed'], 'passed'],
  ] as const)('that was found %s is, of %j, %s', (decision, statuses, status) => {
    const last = statuses.length - 1;
    expect(
      computeCaseStatus(
        statuses.map((each, index) => (index === last ? { status: each, decision } : { status: each })),
      ),
    ).toBe(status);
  });
});
