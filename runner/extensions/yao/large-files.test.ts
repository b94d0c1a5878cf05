import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFileWithEndlessLine } from '../../testing/endless-file.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { readPromptFile } from './prompts.ts';

let folder: string;
beforeEach(async () => {
  folder = await createTemporaryWorkspace({});
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a line of 300 MB is refused with its place, and not read to its end, in', { tags: 'thorough' }, () => {
  it.each<[string, string, (file: string) => unknown]>([
    ['prompts', 'prompts.yml', (file) => readPromptFile(file, folder)],
  ])('%s', async (_, name, read) => {
    const file = writeFileWithEndlessLine(folder, name);
    await expect((async () => read(file))()).rejects.toThrow(`${name}:2:1: the line has more than`);
  });
});
