import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { ValidationDetails } from './validation-details';

it('marks a judge that its last check found unreliable', () => {
  const unreliable = 'asked again, the judge changes 12 of 60 (20%, 95%: 11% to 32%) verdicts';
  renderView(<ValidationDetails validation={{ passed: true, reason: 'fine', unreliable }} />);
  expect(screen.getByText('Unreliable judge').parentElement?.textContent).toBe(`Unreliable judge: ${unreliable}`);
});

it('lists what each vote of a judge said', () => {
  const votes = [
    { passed: true, reason: 'warm' },
    { passed: false, reason: 'cold' },
    { passed: null, reason: 'two different verdicts in one reply' },
  ];
  renderView(<ValidationDetails validation={{ passed: false, reason: 'no majority', votes }} />);
  const items = within(screen.getByRole('list', { name: 'Votes' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'passed: warm',
    'failed: cold',
    'no verdict: two different verdicts in one reply',
  ]);
});

it('shows the quote of each criterion, and its turn at a click', async () => {
  const onTurn = vi.fn();
  const rulings = [
    { requirement: 'polite', reasoning: 'It thanks.', quote: 'thank you', turn: 2, verdict: 'yes' as const },
    { requirement: 'no discount', reasoning: 'None occurs.', verdict: 'yes' as const },
    { requirement: 'in time', reasoning: '', verdict: 'no' as const, unproved: 'nobody says it' },
  ];
  renderView(<ValidationDetails validation={{ passed: false, reason: 'all in one', rulings }} onTurn={onTurn} />);
  const items = within(screen.getByRole('list', { name: 'Criteria' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Yes: politeIt thanks.thank you turn 2',
    'Yes: no discountNone occurs.No quote, because the criterion is about something that is absent.',
    'Unproved: in timenobody says it',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'turn 2' }));
  expect(onTurn).toHaveBeenCalledWith(2);
});
