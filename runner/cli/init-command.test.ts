import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-init-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('turntree init', () => {
  it('writes a workspace in which the commands that it prints work, and pass', async () => {
    const { code, stdout, stderr } = await runCli(['init', 'my-tests'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [enter, test, ui] = stdout.slice(stdout.indexOf('Next:')).trim().split('\n').slice(1);
    expect([enter, ui]).toEqual(['  cd my-tests', '  npx turntree ui']);
    const args = test?.trim().split(' ').slice(2) ?? [];
    const root = path.join(folder, 'my-tests');
    const run = await runCli([...args, '-o', 'report.json'], { cwd: root });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
    const report = JSON.parse(readFileSync(path.join(root, 'report.json'), 'utf8'));
    expect(report.results.map((result: { kind: string; status: string }) => [result.kind, result.status])).toEqual([
      ['standard', 'passed'],
      ['standard', 'passed'],
      ['dynamic', 'passed'],
    ]);
    expect(report.results.every((result: object) => !('warnings' in result))).toBe(true);
    expect(await runCli(['lint'], { cwd: root })).toMatchObject({ code: 0, stdout: '' });
  });

  it('writes into the current folder, beside what is there', async () => {
    writeFileSync(path.join(folder, 'README.md'), 'mine');
    const { code, stdout } = await runCli(['init'], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).not.toContain('  cd ');
    expect(readdirSync(folder).toSorted()).toEqual(['.gitignore', 'README.md', 'assistants', 'runner.config.json']);
  });

  it('overwrites nothing, and writes nothing then', async () => {
    mkdirSync(path.join(folder, 'assistants/bookings'), { recursive: true });
    writeFileSync(path.join(folder, 'assistants/bookings/agent.ts'), 'mine');
    const { code, stdout, stderr } = await runCli(['init'], { cwd: folder });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('nothing was written: a file is there already');
    expect(stderr).toContain(path.join(folder, 'assistants/bookings/agent.ts'));
    expect(existsSync(path.join(folder, 'runner.config.json'))).toBe(false);
    expect(readFileSync(path.join(folder, 'assistants/bookings/agent.ts'), 'utf8')).toBe('mine');
  });

  it('leaves the .gitignore of a repository alone, and says what belongs into it', async () => {
    writeFileSync(path.join(folder, '.gitignore'), 'node_modules\n');
    const { code, stdout } = await runCli(['init'], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toContain('Add to your .gitignore:\n  .runner/\n  output-*.jsonl\n');
    expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).toBe('node_modules\n');
    expect(existsSync(path.join(folder, 'runner.config.json'))).toBe(true);
  });

  it('writes no second config beside one in another language', async () => {
    writeFileSync(path.join(folder, 'runner.config.ts'), 'export default {};');
    const { code, stderr } = await runCli(['init'], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain(path.join(folder, 'runner.config.ts'));
    expect(readdirSync(folder)).toEqual(['runner.config.ts']);
  });
});
