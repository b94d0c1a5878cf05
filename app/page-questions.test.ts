import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const views = globSync('**/*-view.tsx', { cwd: import.meta.dirname });

it.each(views)('%s begins with the one question that its page answers', (file) => {
  const [first = ''] = readFileSync(path.join(import.meta.dirname, file), 'utf8').split('\n');
  expect(first).toMatch(/^\/\/ The question that this page answers: .+\?$/);
});
