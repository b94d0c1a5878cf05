import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFileWithEndlessLine } from '../../testing/endless-file.ts';
import { createTemporaryWorkspace } from '../../testing/workspace.ts';
import { readOxyAgent } from './agent/agent-definition.ts';
import { readWorkflow } from './agent/workflow/read-workflow.ts';
import { readOxyModels } from './oxy-models.ts';

let folder: string;
beforeEach(async () => {
  folder = await createTemporaryWorkspace({});
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a line of 300 MB is refused with its place, and not read to its end, in', { tags: 'thorough' }, () => {
  it.each<[string, string, (file: string) => unknown]>([
    ['an agent', 'a.agent.yml', (file) => readOxyAgent(file, folder)],
    ['a workflow', 'a.workflow.yml', () => readWorkflow(folder, 'a.workflow.yml')],
    ['the config', 'config.yml', () => readOxyModels(folder)],
  ])('%s', async (_, name, read) => {
    const file = writeFileWithEndlessLine(folder, name);
    await expect((async () => read(file))()).rejects.toThrow(`${name}:2:1: the line has more than`);
  });
});
