import { truncateSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { isLargeInput } from './heap-growth.ts';

const MEGABYTE = 1024 ** 2;

it('adds up the sizes of all files of an input, and leaves missing ones to the loader', async () => {
  const root = await createTemporaryWorkspace({ 'one.jsonl': '', 'two.jsonl': '' });
  const files = ['one.jsonl', 'two.jsonl', 'missing.jsonl'].map((name) => path.join(root, name));
  for (const file of files.slice(0, 2)) truncateSync(file, MEGABYTE);
  expect(isLargeInput(files)).toBe(false);

  truncateSync(path.join(root, 'two.jsonl'), MEGABYTE + 1);
  expect(isLargeInput(files)).toBe(true);
});
