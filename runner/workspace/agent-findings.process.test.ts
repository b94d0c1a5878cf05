import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import { lintAgents } from './index.ts';

const suite = 'assistants/shop/tests/cases.jsonl';
const hooks = 'assistants/shop/src/index.ts';
const roots: string[] = [];
afterEach(() => {
  globalThis.turntreeAgentFindings = undefined;
  for (const root of roots.splice(0)) rmSync(root, { recursive: true });
});

async function shop(script: string): Promise<string> {
  const root = await createTemporaryWorkspace({
    'connectors/offline.conn.yao': '{"type": "scripted", "rules": [{"answer": "x"}]}',
    'assistants/shop/package.yao': '{"name": "Shop", "connector": "offline"}',
    [hooks]: script,
    [suite]: '{"id": "A", "asert": 1}\n',
    'assistants/other/package.yao': '{"name": "Other", "connector": "offline", "kb": ["rules"]}',
  });
  roots.push(root);
  return root;
}

it('says what lint says of agents, without the problems of the case file', async () => {
  const root = await shop('export function Creat() {}\n');
  expect(await lintAgents(root, suite)).toEqual([
    {
      severity: 'error',
      file: hooks,
      line: 1,
      column: 17,
      message: 'nothing calls "Creat": hooks are called Create and Next',
      suggestion: 'Create',
    },
  ]);
});

it('warns of the agent of the file only', async () => {
  const root = await shop('export async function Create() {}\n');
  expect(await lintAgents(root, suite)).toMatchObject([{ severity: 'warning', file: hooks, line: 1 }]);
});

it('asks again when a file of the workspace has changed, and only then', async () => {
  const root = await shop('export function Create( {}\n');
  const first = await lintAgents(root, suite);
  expect(first).toMatchObject([{ file: hooks, line: 2 }]);
  expect(await lintAgents(root, suite)).toBe(first);
  writeFileSync(path.join(root, hooks), 'export function Create() {}\n');
  utimesSync(path.join(root, hooks), 1, 1);
  expect(await lintAgents(root, suite)).toEqual([]);
});

it('says why the workspace cannot be checked', async () => {
  const root = await shop('');
  writeFileSync(path.join(root, 'runner.config.json'), '{"agentz": {}}');
  await expect(lintAgents(root, suite)).rejects.toMatchObject({ code: 'configuration' });
  await expect(lintAgents(root, '../other.jsonl')).rejects.toMatchObject({ code: 'not_found' });
});
