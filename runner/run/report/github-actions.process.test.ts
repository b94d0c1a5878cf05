import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace, moduleEcho } from '../../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';
let workspace: EchoWorkspace;
const summary = () => path.join(workspace.root, 'summary.md');
const run = (...args: string[]): Promise<CliResult> =>
  runCli(['test', ...args, '--no-output', '-q'], {
    cwd: workspace.root,
    variables: {
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: path.dirname(workspace.root),
      GITHUB_STEP_SUMMARY: summary(),
      SHOP_API_KEY: 'sk-0123456789abcdef',
    },
  });
const commands = ({ stderr }: CliResult) => stderr.split('\n').filter((line) => line.startsWith('::'));

beforeAll(() => {
  workspace = createEchoWorkspace({ echo: moduleEcho });
  workspace.write(suite, [
    { id: 'ok', input: 'fine' },
    { id: 'wrong', name: 'Says bye, always', input: 'sk-0123456789abcdef', assert: { type: 'contains', value: 'bye' } },
    { id: 'broken', input: 'throw' },
  ]);
});
afterAll(() => workspace.remove());

describe('in a step of GitHub Actions, turntree test', () => {
  it('annotates the lines of cases that failed, below the checkout, without secrets', async () => {
    const result = await run(suite, '--format', 'json');
    const file = `${path.basename(workspace.root)}/${suite}`;
    expect(result.stdout).toBe('{"accuracy": 0.3333333}\n');
    const [wrongCommand = '', broken, ...others] = commands(result);
    const words = 'expected output to contain "bye", got "echo: [redacted]"';
    expect(wrongCommand).toMatch(
      `::error file=${file},line=2,col=1,title=wrong Says bye%2C always%3A failed::${words}`,
    );
    expect(broken).toMatch(`::error file=${file},line=3,col=1,title=broken%3A error::agent error: told to throw`);
    expect(others).toEqual(['::notice title=1 passed case not fully covered by assertions::ok: checks nothing']);
    expect(result.stderr.trimEnd().split('\n').at(-1)).toBe('turntree: exit 1: 1 failed, 1 error');
  });

  it('adds its report to the job summary', async () => {
    writeFileSync(summary(), 'Earlier.\n');
    await run(suite);
    const text = readFileSync(summary(), 'utf8');
    expect(text).toMatch(/^Earlier\.\n# Agent Test Report/);
    expect(text).toContain('1 of 3 cases passed');
    expect(text).toContain('## Unchecked\n\n- ok: checks nothing\n');
    expect(text).not.toContain('sk-0123456789abcdef');
  });

  it('annotates nine failures and counts the others', async () => {
    const file = workspace.write(
      'assistants/echo/tests/many.jsonl',
      Array.from({ length: 12 }, (_, position) => ({ id: `C${position + 1}`, input: 'throw' })),
    );
    const lines = commands(await run(file));
    expect(lines).toHaveLength(10);
    expect(lines.at(-1)).toBe('::error::3 more failures: see the job summary');
  });

  it('names no file for what is not written in one, and nothing when all is well', async () => {
    expect(commands(await run('--message', 'throw', '-n', 'echo'))).toEqual([
      expect.stringMatching('^::error title=T001%3A error::agent error: told to throw'),
    ]);
    const sound = workspace.write('assistants/echo/tests/sound.jsonl', [
      { id: 'sound', input: 'fine', assert: { type: 'contains', value: 'fine' } },
    ]);
    expect(commands(await run(sound))).toEqual([]);
  });
});
