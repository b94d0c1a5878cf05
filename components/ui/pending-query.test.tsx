import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { SkeletonShapeName } from '@/components/layout/skeleton-shape';
import { PendingQuery } from './pending-query';

const pendingQuery = { error: null, refetch: async () => undefined };

const shapes: [SkeletonShapeName, number][] = [
  ['rows', 21],
  ['table', 40],
  ['panes', 35],
  ['comparison', 34],
  ['conversation', 4],
  ['trends', 5],
];

it.each(shapes)('what waits as %s is drawn of %i parts, which screen readers skip', (shape, partCount) => {
  const { container } = render(<PendingQuery query={pendingQuery} shape={shape} />);
  expect(container.querySelectorAll('.animate-breathe')).toHaveLength(partCount);
  expect(container.querySelector('[data-skeleton]')?.getAttribute('aria-hidden')).toBe('true');
});

it('a failed request shows its error instead', () => {
  render(<PendingQuery query={{ ...pendingQuery, error: new Error('The server is gone.') }} shape="rows" />);
  expect(screen.getByRole('button', { name: /again/i })).toBeTruthy();
});
