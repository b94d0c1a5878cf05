import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTemporaryWorkspace } from '../runner/testing/workspace.ts';
import { cliBundle } from './cli-bundle.mjs';
import extensions from './extensions.json' with { type: 'json' };

const root = path.join(import.meta.dirname, '..');
const modules = path.join(root, 'node_modules');
/** The state that the compiler saves for incremental checks: with it, a check takes a tenth of the time. */
const checkedBefore = path.join(modules, '.cache', 'turntree', 'core.tsbuildinfo');

/** The files that list the extensions, with empty lists. */
const registrations = {
  'systems.ts': `import { combineIntegrations } from '../combine-integrations.ts';\nexport const systems = combineIntegrations([]);\n`,
  'registered-system-files.ts': `import type { OtherSystemFiles } from '../system-files.ts';\nexport const systemFiles: readonly OtherSystemFiles[] = [];\n`,
  'cli-extensions.ts': `import type { CliExtension } from '../../run/cli-extension.ts';\nexport const cliExtensions: readonly CliExtension[] = [];\n`,
};

/** A copy of the checkout without any extension's files. */
function copyCore(): string {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'turntree-core-'));
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listed, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 ** 2 });
  const folders = extensions.map((name) => `runner/extensions/${name}/`);
  for (const file of files.split('\0')) {
    const isTestOfOtherRoom = /\.test\.tsx?$/.test(file) && !file.startsWith('runner/');
    if (file === '' || isTestOfOtherRoom || folders.some((folder) => file.startsWith(folder))) continue;
    cpSync(path.join(root, file), path.join(copy, file));
  }
  symlinkSync(modules, path.join(copy, 'node_modules'));
  for (const [name, text] of Object.entries(registrations)) {
    writeFileSync(path.join(copy, 'runner/extensions/registered', name), text);
  }
  // The folders of the core with their tests, and the programs that start them. Tests of documents and browsers are
  // left out, because they need the extensions.
  const tsconfig = { extends: './tsconfig.json', include: ['runner/**/*.ts', 'bin/**/*.ts', 'lib/serve/**/*.ts'] };
  writeFileSync(path.join(copy, 'tsconfig.core.json'), JSON.stringify(tsconfig));
  return copy;
}

const config = {
  agents: {
    scripted: { type: 'scripted', rules: [{ when: { text: 'hello' }, answer: 'hi, hello' }, { answer: 'what?' }] },
    module: { type: 'module', path: 'agents/greet.ts' },
    command: { type: 'command', command: [process.execPath, 'agents/greet.mjs'] },
  },
  scorers: { loose: { type: 'exact', ignore_case: true } },
};

const cases = [
  { id: 'A', input: 'hello', assertions: { type: 'equals', value: 'hi, hello' } },
  { id: 'B', input: 'bye', assertions: { type: 'equals', value: 'hello' } },
];

const files: Record<string, string> = {
  'runner.config.json': JSON.stringify(config),
  'agents/greet.ts': "export default ({ input }: { input: string }) => 'hi, ' + input;\n",
  'agents/greet.mjs': `
let text = '';
for await (const part of process.stdin) text += part;
console.log('hi, ' + JSON.parse(text).input);
`,
  'cases/greetings.jsonl': cases.map((line) => `${JSON.stringify(line)}\n`).join(''),
  'scorers/length.ts': 'export default ({ output }: { output: string }) => output.length / 10;\n',
  'cases/scored.csv':
    'scorer_type,id,description,input,expected_output,expected_score_min,expected_score_max,tags,ground_truth\n' +
    'loose,a,,HI,hi,0.1,1,,Hi\nlength,b,,i,12345,0.4,0.6,,\n',
  'scripts/greet_test.ts': `
export function TestGreeting(t) { t.assert.Equal('hi', 'hi', 'the greeting'); }
export function TestParting(t) { t.assert.Equal('bye', 'hi', 'the parting'); }
`,
};

type Report = { numPassedTests: number; testResults: { name: string; status: string; message: string }[] };

describe('the core without Yao, oxy, Mastra, imports, OpenTelemetry and queues', () => {
  let core: string;
  let program: string;
  let workspace: string;

  beforeAll(async () => {
    core = copyCore();
    program = path.join(core, 'dist');
    const {
      'sandbox-main': _sandbox,
      'mastra-objects': _objects,
      'trace-thread': _thread,
      ...entryPoints
    } = cliBundle.entryPoints;
    await build({
      ...cliBundle,
      entryPoints,
      outdir: program,
      absWorkingDir: core,
      sourcemap: false,
    });
    workspace = await createTemporaryWorkspace(files);
  });
  afterAll(() => {
    for (const folder of [core, workspace]) rmSync(folder, { recursive: true, force: true });
  });

  function start(script: string, args: readonly string[], cwd: string) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      cwd,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, GITHUB_ACTIONS: undefined },
    });
    return { code: status, stdout, stderr };
  }

  const run = (...args: string[]) => start(path.join(program, 'entry.mjs'), args, workspace);

  it('compiles', () => {
    const tsc = path.join(modules, 'typescript/bin/tsc');
    const checked = path.join(core, 'core.tsbuildinfo');
    // The paths in the compiler's saved state are relative to the copy, and files are compared by content, so that a
    // check of another copy can use the state.
    if (existsSync(checkedBefore)) cpSync(checkedBefore, checked);
    const { code, stdout } = start(tsc, ['--noEmit', '--tsBuildInfoFile', checked, '-p', 'tsconfig.core.json'], core);
    expect(stdout).toBe('');
    expect(code).toBe(0);
    cpSync(checked, checkedBefore);
  });

  // Runs only tests whose imports lead to the lists of extensions, because any other test runs the same code in this
  // copy as in `npm run verify`.
  it('passes its unit tests that know of extensions', () => {
    const vitest = path.join(modules, 'vitest/vitest.mjs');
    const options = ['--project=unit', '--tags-filter=!thorough', '--reporter=json', '--outputFile=report.json'];
    const lists = Object.keys(registrations).map((name) => `runner/extensions/registered/${name}`);
    const { code, stderr } = start(vitest, ['related', '--run', ...options, '--retry=1', ...lists], core);
    const report: Report = JSON.parse(readFileSync(path.join(core, 'report.json'), 'utf8'));
    const failed = report.testResults.filter(({ status }) => status === 'failed');
    expect(failed.map(({ name, message }) => `${path.relative(core, name)}: ${message}`)).toEqual([]);
    expect(report.numPassedTests).toBeGreaterThan(400);
    expect(code, stderr).toBe(0);
  });

  it('has none of their commands, and says what --queue needs', () => {
    const { stdout } = run('--help');
    expect(stdout).toMatch(/^ {2}test\|run {2}/m);
    expect(stdout).not.toMatch(/^ {2}(?:work|import|export) /m);
    expect(stdout).not.toContain('Import and export:');
    expect(run('work', 'redis://127.0.0.1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("unknown command 'work'"),
    });
    expect(run('test', 'cases/greetings.jsonl', '--name', 'scripted', '--queue', 'redis://127.0.0.1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--queue needs the extension "queue", and this program is without it'),
    });
  });

  it.each(['scripted', 'module', 'command'])('runs cases with a %s agent', (agent) => {
    const { code, stdout } = run('test', 'cases/greetings.jsonl', '--name', agent);
    expect(stdout).toContain('Pass Rate: 50.0%');
    expect(code).toBe(1);
  });

  it('runs script tests', () => {
    const { code, stdout } = run('test', 'scripts/greet_test.ts');
    expect(stdout).toContain('TestGreeting');
    expect(stdout).toContain('the parting');
    expect(code).toBe(1);
  });

  it('scores the rows of a table', () => {
    const { code, stdout } = run('test', 'cases/scored.csv');
    expect(stdout).toContain('Passed: 2\n');
    expect(code).toBe(0);
  });

  it('checks and lists them', () => {
    expect(run('lint', 'cases')).toMatchObject({ code: 0 });
    expect(run('list').stdout).toContain('cases/greetings.jsonl');
  });
});
