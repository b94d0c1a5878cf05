import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { runCli } from '../runner/testing/run-cli.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-bin-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Makes a new Node look like an old one to the program that it is about to run, and to that program alone. */
const pretendOld = path.join(folder, 'old.cjs');
writeFileSync(
  pretendOld,
  "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });\n",
);
const old = { cwd: folder, nodeFlags: ['--require', pretendOld] };

describe('bin/runner.cjs', () => {
  it('answers for help, version and nothing', async () => {
    const { code, stdout } = await runCli(['--help'], { cwd: folder });
    expect({ code, usage: stdout.split('\n')[0] }).toEqual({ code: 0, usage: 'Usage: runner [options] [command]' });
    expect((await runCli(['--version'], { cwd: folder })).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const nothing = await runCli([], { cwd: folder });
    expect(nothing.code).toBe(1);
    expect(nothing.stderr).toContain('Usage: runner');
  });

  it('hands over to the pinned Node when it is started on an old one, exit code and output included', async () => {
    const help = await runCli(['test', '--help'], old);
    expect(help.code).toBe(0);
    expect(help.stdout).toContain('Run cases against an agent.');
    const failing = await runCli(['test', 'none.jsonl'], old);
    expect(failing.code).toBe(1);
    expect(failing.stderr).toContain('none.jsonl does not exist');
  });
});
