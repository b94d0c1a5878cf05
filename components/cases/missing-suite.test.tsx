import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { servePages } from '@/components/testing/serve-pages';
import { MissingSuite } from './missing-suite';

const oneCase = '{"id": "A", "input": "hello"}\n';
servePages({ 'tests/plain.jsonl': oneCase, 'shop/refunds.jsonl': oneCase });

it('an address of no case file names those that were meant', async () => {
  renderView(<MissingSuite />, { path: '/cases/other/plain.jsonl' });
  expect(screen.getByText(/There is no case file other\/plain\.jsonl/)).toBeTruthy();
  const suggestion = await screen.findByRole('link', { name: 'tests/plain.jsonl' });
  expect(suggestion.getAttribute('href')).toBe('/cases/tests/plain.jsonl');
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'tests/plain.jsonl',
    'All case files',
  ]);
});
