import { execFileSync, spawnSync } from 'node:child_process';
import os from 'node:os';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { createCompletionScript } from './completion-script.ts';

async function script(shell: string): Promise<string> {
  const { code, stdout, stderr } = await runCli(['completion', shell], { cwd: os.tmpdir() });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** Returns bash's completions for the last of these command-line words. */
function offered(bashScript: string, ...words: string[]): string[] {
  const line = `${bashScript}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_turntree; printf '%s\\n' "\${COMPREPLY[@]}"; complete -p turntree runner >&2`;
  return execFileSync('bash', ['--norc', '-euc', line], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter((word) => word !== '');
}

describe('turntree completion', () => {
  it('completes commands, flags and values in bash', async () => {
    const bash = await script('bash');
    expect(offered(bash, 'turntree', 'co')).toEqual(['connectors', 'compare', 'completion']);
    expect(offered(bash, 'turntree', 'test', '--ru')).toEqual(['--run', '--runs', '--run-id']);
    expect(offered(bash, 'turntree', 'test', 'tests/cases.jsonl', '--format', '')).toEqual(['pretty', 'json']);
    expect(offered(bash, 'turntree', 'lint', '--format', 'g')).toEqual(['github']);
    expect(offered(bash, 'turntree', 'schema', '')).toEqual(['case', 'config', 'test']);
    expect(offered(bash, 'turntree', 'show', '--att')).toEqual(['--attempt']);
  });

  it('leaves inputs, and values that are not of a closed set, to the completion of files', async () => {
    const bash = await script('bash');
    expect(offered(bash, 'turntree', 'test', 'tes')).toEqual([]);
    expect(offered(bash, 'turntree', 'test', '-o', '--')).toEqual([]);
    expect(bash).toContain('complete -o default -F _turntree turntree runner');
  });

  it('offers every command of the program in every shell', async () => {
    const { stdout } = await runCli(['--help'], { cwd: os.tmpdir() });
    const names = [...stdout.matchAll(/^ {2}([\w|]+) {2,}[A-Z]/gm)].map(([, name = '']) => name);
    const commands = names.flatMap((name) => name.split('|'));
    expect(commands).toEqual(expect.arrayContaining(['test', 'run', 'lint', 'compare', 'merge', 'init', 'completion']));
    const scripts = await Promise.all(['bash', 'zsh', 'fish'].map(script));
    for (const text of scripts) {
      for (const command of commands.filter((name) => name !== 'help'))
        expect(text).toMatch(new RegExp(`\\b${command}\\b`));
    }
  });

  it.each(['bash', 'zsh', 'fish'] as const)('quotes for %s whatever a description holds', (shell) => {
    const program = new Command('turntree');
    program.command('odd').description("it's odd").option('--odd [x]', 'an agent\'s [own] `name`: $HOME \\ "x"');
    const check = { bash: ['-n'], zsh: ['-n'], fish: ['-n'] }[shell];
    const { status, error, stderr } = spawnSync(shell, check, {
      input: createCompletionScript(program, shell),
      encoding: 'utf8',
    });
    if (error !== undefined && 'code' in error && error.code === 'ENOENT') {
      expect(createCompletionScript(program, shell)).toContain(shell === 'zsh' ? "it'\\''s odd" : "it\\'s odd");
      return;
    }
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('knows three shells', async () => {
    const { code, stderr } = await runCli(['completion', 'tcsh'], { cwd: os.tmpdir() });
    expect(code).toBe(1);
    expect(stderr).toContain('bash, zsh, fish');
  });
});
