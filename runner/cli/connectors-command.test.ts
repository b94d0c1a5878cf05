import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const key = 'sk-canary-0123456789';
let root: string;

beforeAll(async () => {
  root = await createTemporaryWorkspace({
    'runner.config.json': JSON.stringify({ models: { offline: { type: 'scripted', rules: [{ answer: 'hi' }] } } }),
    'connectors/cloud/gpt.conn.yao': '{"type": "openai", "options": {"model": "gpt-4o", "key": "$ENV.SOME_KEY"}}',
    'connectors/claude.conn.yao':
      '{"type": "anthropic", "options": {"model": "$ENV.CLAUDE", "host": "http://me:secret@10.0.0.7", "key": "$ENV.NO_KEY"}}',
    'connectors/local.conn.yao': '{"type": "openai", "options": {"model": "llama", "host": "http://127.0.0.1:11434"}}',
    'connectors/wrong.conn.yao': '{"type": "telepathy"}',
    'more.env': `NO_KEY=${key}\n`,
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const variables = { SOME_KEY: key, NO_KEY: undefined, CLAUDE: 'claude-x' };

describe('turntree connectors', () => {
  it('lists models, places and whether keys are there, and calls that a success', async () => {
    const { code, stdout, stderr } = await runCli(['connectors'], { cwd: root, variables });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'turntree: 5 connectors\n' });
    const lines = stdout.trim().split('\n');
    expect(lines.map((line) => line.split(/ {2,}/))).toEqual([
      ['claude', 'anthropic', 'claude-x', 'http://10.0.0.7', 'NO_KEY is missing', 'connectors/claude.conn.yao'],
      ['cloud.gpt', 'openai', 'gpt-4o', '-', 'SOME_KEY is set', 'connectors/cloud/gpt.conn.yao'],
      ['local', 'openai', 'llama', 'http://127.0.0.1:11434', '-', 'connectors/local.conn.yao'],
      ['wrong', 'invalid', expect.stringContaining('type "telepathy" is not supported')],
      ['offline', 'scripted', '-', '-', '-', 'models.offline in the workspace config'],
    ]);
    expect(lines[0]).toMatch(/^claude {5}anthropic {2}claude-x {2}http/);
    expect(stdout).not.toContain(key);
  });

  it('lists them as JSON, with the variables of env files, and never a key', async () => {
    const args = ['connectors', '--format', 'json', '-e', 'more.env'];
    const { code, stdout } = await runCli(args, { cwd: root, variables });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toContainEqual({
      id: 'claude',
      type: 'anthropic',
      source: 'connectors/claude.conn.yao',
      host: 'http://10.0.0.7',
      model: 'claude-x',
      keyVariable: 'NO_KEY',
      keyPresent: true,
    });
    expect(stdout).not.toContain(key);
  });

  it('says how to begin where there are none, and refuses a workspace that is not there', async () => {
    const empty = await createTemporaryWorkspace({});
    const { code, stdout, stderr } = await runCli(['connectors', '-a', empty], { cwd: root });
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: '',
      stderr: 'turntree: 0 connectors; write one to connectors/<id>.conn.yao\n',
    });
    const lost = await runCli(['connectors', '-a', 'nowhere'], { cwd: root });
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('--app nowhere: the folder') });
  });
});
