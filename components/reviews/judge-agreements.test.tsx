import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import type { LabelledVerdict } from '@/runner/verdict';
import { JudgeAgreements } from './judge-agreements';

const labels = (count: number, isSatisfied: boolean, isGood: boolean, judge = 'fair'): LabelledVerdict[] =>
  Array.from({ length: count }, () => ({ judge, model: '', criterion: '"kind"', held: isSatisfied, isGood }));

describe('agreement with judges', () => {
  it('is said for each judge with its interval, and shown as a table', async () => {
    const { user } = renderView(
      <JudgeAgreements
        labelled={[
          ...labels(6, true, true),
          ...labels(3, false, false),
          ...labels(1, true, false),
          ...labels(2, true, true, 'kind'),
        ]}
      />,
    );
    expect(
      screen.getByText(/^people agree with fair in 9 of 10 \(60% to 98%\) · κ 0\.78 \(95%: 0\.\d\d to 0\.99\)$/),
    ).toBeTruthy();
    expect(screen.getByText('people agree with kind in 2 of 2 (34% to 100%) · κ undefined')).toBeTruthy();
    await user.click(screen.getByText(/^people agree with fair/));
    const rows = within(
      screen.getByRole('table', { name: 'Verdicts of fair compared with human reviews' }),
    ).getAllByRole('row');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'People sayJudge passedJudge failedRight',
      'Good60100% (61% to 100%)',
      'Bad1375% (30% to 95%)',
      'Right86% (49% to 97%)100% (44% to 100%)90% (60% to 98%)',
    ]);
  });

  it('is not shown where no judge decided alone', () => {
    expect(renderView(<JudgeAgreements labelled={[]} />).container.textContent).toBe('');
  });
});
