import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { closeDatabase, database } from '../../runner/history/db/index.ts';
import { getRun } from '../../runner/history/index.ts';
import { runExample } from './index.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'turntree-example-'));
  vi.stubEnv('TURNTREE_WORKSPACE', root);
  vi.stubEnv('TURNTREE_DB', path.join(root, '.runner', 'history.db'));
});
afterEach(() => {
  closeDatabase();
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

it('writes the sample, leaves the project as it is, and starts a run that passes', async () => {
  const manifest = '{"name": "mine"}\n';
  writeFileSync(path.join(root, 'package.json'), manifest);
  const startedRun = await runExample();
  if (!startedRun.ok) throw new Error(startedRun.problems.join('\n'));
  await vi.waitUntil(() => getRun(database(), startedRun.runId)?.status !== 'running', { timeout: 300_000 });
  expect(getRun(database(), startedRun.runId)?.status).toBe('passed');
  expect(readFileSync(path.join(root, 'package.json'), 'utf8')).toBe(manifest);
  expect(existsSync(path.join(root, '.github'))).toBe(false);
  await expect(runExample()).rejects.toThrow('This workspace has suites of its own.');
});

it('writes nothing over a config that is there', async () => {
  const config = '{"agents": {}}';
  writeFileSync(path.join(root, 'runner.config.json'), config);
  await expect(runExample()).rejects.toThrow('The example could not be written.');
  expect(readFileSync(path.join(root, 'runner.config.json'), 'utf8')).toBe(config);
});
