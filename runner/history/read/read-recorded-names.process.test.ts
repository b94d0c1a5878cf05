import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCli } from '../../testing/run-cli.ts';
import { openDatabase } from '../db/index.ts';
import { readRecordedNames } from '../index.ts';

it('names the tools that were called in the last runs of a suite, and nothing of other suites', async () => {
  const workspace = mkdtempSync(path.join(os.tmpdir(), 'turntree-seen-'));
  cpSync(path.join(import.meta.dirname, '..', '..', '..', 'e2e', 'workspace'), workspace, { recursive: true });
  mkdirSync(path.join(workspace, 'gates'));
  const file = path.join(workspace, 'history.db');
  const args = [
    'test',
    'tests/refunds.jsonl',
    '-n',
    'shop',
    '--app',
    workspace,
    '--db',
    file,
    '--quiet',
    '--no-output',
  ];
  await runCli(args, { cwd: workspace });
  const database = openDatabase(file);
  expect(readRecordedNames(database, 'tests/refunds.jsonl').tools).toContain('lookup_order');
  expect(readRecordedNames(database, 'tests/other.jsonl')).toEqual({ tools: [], paths: [] });
  database.close();
  rmSync(workspace, { recursive: true, force: true });
});
