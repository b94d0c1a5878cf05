import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../../../testing/workspace.ts';
import { testManyMachines } from '../testing/many-machines.ts';
import { startRedis } from '../testing/queue-servers.ts';

describe('a run whose attempts workers execute, on Redis', () =>
  testManyMachines(() => startRedis({ password: 'queue-password' })));

describe('a queue', () => {
  it('refuses what workers cannot do, and addresses of others', async () => {
    const root = await createTemporaryWorkspace({ 'cases.jsonl': JSON.stringify({ id: 'A', input: 'a' }) });
    const refused = async (...args: string[]) => (await runCli(['test', 'cases.jsonl', ...args], { cwd: root })).stderr;
    expect(await refused('--queue', 'redis://127.0.0.1:1', '--record')).toContain(
      '--queue cannot be combined with --record',
    );
    const { stderr } = await runCli(['work', 'http://127.0.0.1:1'], { cwd: root });
    expect(stderr).toContain('a queue has an address such as redis://127.0.0.1:6379, got "http://127.0.0.1:1"');
    const named = await runCli(['work', 'redis://127.0.0.1:1', '--name', 'a:b'], { cwd: root });
    expect(named.stderr).toContain('--name takes at most 100 letters, digits, ".", "_" and "-", got "a:b"');
    rmSync(root, { recursive: true });
  });
});
