import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '@/components/testing/show';
import { ValidationDetails } from './validation-details';

it('lists what each vote of a judge said', () => {
  const votes = [
    { passed: true, reason: 'warm' },
    { passed: false, reason: 'cold' },
    { passed: null, reason: 'two different verdicts in one reply' },
  ];
  show(<ValidationDetails validation={{ passed: false, reason: 'no majority', votes }} />);
  const items = within(screen.getByRole('list', { name: 'Votes' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'passed: warm',
    'failed: cold',
    'no verdict: two different verdicts in one reply',
  ]);
});
