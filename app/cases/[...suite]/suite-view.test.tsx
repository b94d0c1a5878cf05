import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderView } from '@/components/testing/render-view';
import { servePages } from '@/components/testing/serve-pages';
import { SuiteView } from './suite-view';

const { root } = servePages({ 'tests/plain.jsonl': '{"id": "A", "input": "hello"}\n' });

it('a file that is not UTF-8 says where it is not, and what to do', async () => {
  writeFileSync(path.join(root(), 'tests/latin.jsonl'), Buffer.from('{"id": "caf\u00e9"}\n', 'latin1'));
  renderView(<SuiteView suiteKey="tests/latin.jsonl" />, { path: '/cases/tests/latin.jsonl' });
  expect((await screen.findByRole('alert')).textContent).toContain('tests/latin.jsonl is not UTF-8 text.');
  expect(screen.getByText(/in line 1/)).toBeTruthy();
});

it('opens its proposals at once on a narrow screen, where a link leads to them', async () => {
  renderView(<SuiteView suiteKey="tests/plain.jsonl" />, {
    path: '/cases/tests/plain.jsonl',
    search: '?case=A&panel=proposals',
  });
  const pane = await screen.findByRole('button', { name: 'Check and run' });
  expect(pane.getAttribute('aria-pressed')).toBe('true');
});
