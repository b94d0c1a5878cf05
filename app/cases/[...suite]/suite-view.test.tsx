import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { servedPages } from '@/components/testing/served-pages';
import { show } from '@/components/testing/show';
import { SuiteView } from './suite-view';

const { root } = servedPages({ 'tests/plain.jsonl': '{"id": "A", "input": "hello"}\n' });

it('a file that is not UTF-8 says where it is not, and what to do', async () => {
  writeFileSync(path.join(root(), 'tests/latin.jsonl'), Buffer.from('{"id": "caf\u00e9"}\n', 'latin1'));
  show(<SuiteView suiteKey="tests/latin.jsonl" />, { path: '/cases/tests/latin.jsonl' });
  expect((await screen.findByRole('alert')).textContent).toContain('tests/latin.jsonl is not UTF-8 text.');
  expect(screen.getByText(/in line 1/)).toBeTruthy();
});
