import { describe, expect, it } from 'vitest';
import { caseStatusOf } from './case-status.ts';

describe('the status of a case', () => {
  it('is passed when every attempt passed', () => {
    expect(caseStatusOf(['passed', 'passed'])).toBe('passed');
  });

  it('is that of the first attempt that went wrong, whatever was skipped before it', () => {
    expect(caseStatusOf(['skipped', 'passed', 'timeout', 'failed'])).toBe('timeout');
  });

  it('is skipped when nothing went wrong and an attempt was skipped or never ended', () => {
    expect(caseStatusOf(['passed', 'skipped'])).toBe('skipped');
    expect(caseStatusOf(['passed', 'running'])).toBe('skipped');
    expect(caseStatusOf(['queued'])).toBe('skipped');
  });
});
