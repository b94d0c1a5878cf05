import { describe, expect, it } from 'vitest';
import { agreementOf, type JudgedReview } from './agreement.ts';

function times(count: number, review: JudgedReview): JudgedReview[] {
  return Array.from({ length: count }, () => review);
}

describe('agreementOf', () => {
  it('counts where people and verdicts differ, and which way', () => {
    const reviews = [
      // The example of 50 proposals that two readers judge: kappa 0.4.
      ...times(20, { status: 'passed', verdict: 'good' }),
      ...times(5, { status: 'passed', verdict: 'bad' }),
      ...times(10, { status: 'failed', verdict: 'good' }),
      ...times(15, { status: 'failed', verdict: 'bad' }),
      ...times(2, { status: 'failed', verdict: 'not_agent' }),
      ...times(3, { status: 'timeout', verdict: 'bad' }),
    ];
    const { kappa, ...counts } = agreementOf(reviews);
    expect(counts).toEqual({ compared: 50, agreed: 35, tooKind: 5, tooStrict: 10, notAgent: 2 });
    expect(kappa).toBeCloseTo(0.4, 9);
  });

  it('has no kappa where nobody ever said anything else', () => {
    expect(agreementOf([]).kappa).toBeNull();
    expect(agreementOf(times(3, { status: 'passed', verdict: 'good' }))).toMatchObject({ agreed: 3, kappa: null });
  });
});
