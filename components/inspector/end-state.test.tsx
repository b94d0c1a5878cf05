import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ToolCallCard } from '@/components/conversation/tool-call-card';
import { renderView } from '@/components/testing/render-view';
import { EndState } from './end-state';

it('shows what is different from the start before the final state', () => {
  renderView(
    <EndState
      state={{
        final: { orders: [{ status: 'refunded' }] },
        changes: [
          { kind: 'changed', path: '$.orders[0].status', before: 'paid', after: 'refunded' },
          { kind: 'added', path: '$.refunds', after: [1] },
        ],
      }}
    />,
  );
  const state = screen.getByRole('region', { name: 'State' });
  expect(within(state).getAllByRole('listitem')[0]?.textContent).toBe('$.orders[0].status: "paid" → "refunded"');
  expect(within(state).getByText('$.refunds added: [1]')).toBeDefined();
  expect(within(state).getByText('Final state')).toBeDefined();
});

it('says that nothing changed', () => {
  renderView(<EndState state={{ final: {}, changes: [] }} />);
  expect(screen.getByText('Nothing changed.')).toBeDefined();
});

it('marks the calls that a mock answered', () => {
  renderView(
    <>
      <ToolCallCard name="one" call={{ tool: 'refund', mocked: true }} />
      <ToolCallCard name="two" call={{ tool: 'list' }} />
    </>,
  );
  expect(screen.getAllByText('mocked')).toHaveLength(1);
});
