import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace, scriptedEcho } from '../../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../../testing/run-cli.ts';

const suite = 'assistants/echo/tests/cases.jsonl';

const reporter = `
export default function report(request) {
  const { report, format, options } = JSON.parse(request.input);
  if (format === 'json') return { next: { metadata: request.options.metadata, options, total: report.summary.total } };
  if (format === 'html') throw new Error('no ink left');
  if (format === 'junit') return '  ';
  return '\`\`\`markdown\\n# ' + report.results.map(({ id, status }) => id + ' ' + status).join(', ') + '\\n\`\`\`';
}
`;

let workspace: EchoWorkspace;
const test = (...args: string[]): Promise<CliResult> =>
  runCli(['test', suite, '--no-history', '-q', ...args], { cwd: workspace.root });
const readFile = (file: string): string => readFileSync(path.join(workspace.root, file), 'utf8');

beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write(suite, [
    // The cases have their own timeout, so the timeout on the command line applies only to the reporter agent.
    { id: 'a', input: 'hello', timeout: '2m', assert: { type: 'contains', value: 'hello' } },
    { id: 'b', input: 'hello', timeout: '2m', assert: { type: 'contains', value: 'hello' } },
  ]);
  workspace.write('reporter.ts', reporter);
  workspace.write('slow.ts', 'export default () => new Promise(() => undefined);\n');
  workspace.write('runner.config.json', {
    agents: {
      echo: scriptedEcho,
      reporter: { type: 'module', path: 'reporter.ts' },
      slow: { type: 'module', path: 'slow.ts' },
    },
  });
});
afterAll(() => workspace.remove());

describe('a reporter agent', () => {
  it('writes the report; a fence around all of it is taken off', async () => {
    const { code, stderr } = await test('-r', 'reporter', '-o', 'own.md', '-o', 'own.jsonl');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFile('own.md')).toBe('# a passed, b passed\n');
    expect(readFile('own.jsonl')).toContain('{"type":"summary"');
  });

  it('is told the format and, with -v, to be complete; data of its next hook are written as JSON', async () => {
    await test('-r', 'reporter', '-o', 'own.json');
    expect(JSON.parse(readFile('own.json'))).toEqual({
      metadata: { format: 'json', options: {}, test_mode: 'reporter' },
      options: {},
      total: 2,
    });
    await runCli(['test', suite, '--no-history', '-v', '-r', 'reporter', '-o', 'own.json'], { cwd: workspace.root });
    expect(JSON.parse(readFile('own.json')).options).toEqual({
      verbose: true,
      include_outputs: true,
      include_inputs: true,
    });
  });

  it('that fails or says nothing leaves the built-in report, and the exit code as it was', async () => {
    const { code, stderr } = await test('-r', 'reporter', '-o', 'own.html', '-o', 'own.xml');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /turntree: warning: reporter reporter: .*no ink left.*; own\.html contains the built-in report instead\n/,
    );
    expect(stderr).toContain(
      'turntree: warning: reporter reporter: its answer is empty; own.xml contains the built-in report instead\n',
    );
    expect(readFile('own.html')).toMatch(/^<!doctype html>/);
    expect(readFile('own.xml')).toContain('<testsuites');
  });

  it('that takes too long leaves the built-in report', async () => {
    const { code, stderr } = await test('-r', 'slow', '-o', 'slow.md', '--timeout', '1s');
    expect(code).toBe(0);
    expect(stderr).toContain(
      'turntree: warning: reporter slow: no answer in 1s; slow.md contains the built-in report instead\n',
    );
    expect(readFile('slow.md')).toContain('# Agent Test Report');
  });

  it('that does not exist is refused before anything runs', async () => {
    const { code, stderr } = await test('-r', 'reprter', '-o', 'never.md');
    expect(code).toBe(1);
    expect(stderr).toContain('the run cannot start');
    expect(stderr).toContain('reprter');
    expect(existsSync(path.join(workspace.root, 'never.md'))).toBe(false);
  });

  it('needs a report that is written at the end', async () => {
    const { code, stderr } = await test('-r', 'reporter', '-o', 'only.jsonl');
    expect(code).toBe(1);
    expect(stderr).toContain(
      'turntree: --reporter reporter has no report to write\n  With -o, name a report that is written when the run ends, such as -o report.md',
    );
    expect(existsSync(path.join(workspace.root, 'only.jsonl'))).toBe(false);
  });
});
