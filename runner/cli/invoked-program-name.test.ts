import os from 'node:os';
import { expect, it } from 'vitest';
import { getInvokedProgramName, replaceProgramName } from './invoked-program-name.ts';

it.each([
  ['/app/node_modules/.bin/turntree', 'turntree'],
  ['/app/bin/turntree.cjs', 'turntree'],
  ['/app/node_modules/.bin/runner', 'runner'],
  ['C:\\app\\bin\\runner.cjs', 'runner'],
  ['/app/runner/other.cjs', 'turntree'],
  [undefined, 'turntree'],
])('started as %s it is %s', (program, name) => {
  expect(getInvokedProgramName(program)).toBe(name);
});

it.each([
  ['turntree: no such file', 'runner: no such file'],
  ['Usage: turntree [options]', 'Usage: runner [options]'],
  ['see "turntree history reset"', 'see "runner history reset"'],
  ['npx turntree try .', 'npx turntree try .'],
  ['looked for /home/turntree test', 'looked for /home/turntree test'],
  ['node_modules/turntree', 'node_modules/turntree'],
])('called by its other name, %j becomes %j', (text, renamed) => {
  expect(replaceProgramName(text, 'runner')).toBe(renamed);
  expect(replaceProgramName(text)).toBe(text);
});

it('test --help lists the flags that people use first; --help all lists the rest, by topic', async () => {
  const { runCli } = await import('../testing/run-cli.ts');
  const flagsIn = (text: string) => text.match(/^ {2}(-\w, )?--[a-z-]+/gm) ?? [];
  const short = await runCli(['test', '--help'], { cwd: os.tmpdir() });
  expect(flagsIn(short.stdout)).toHaveLength(16);
  expect(short.stdout).toContain('turntree test --help all');
  for (const words of [
    ['test', '--help', 'all'],
    ['run', '-h', 'all'],
    ['help', 'test', 'all'],
  ]) {
    const whole = await runCli(words, { cwd: os.tmpdir() });
    expect(flagsIn(whole.stdout).length).toBeGreaterThan(60);
    expect(whole.stdout).toContain('What counts as passed:\n');
    expect(whole.stdout).not.toContain('--help all\n');
  }
});
