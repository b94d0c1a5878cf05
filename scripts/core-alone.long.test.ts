import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build, type Metafile, type Plugin } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../runner/testing/workspace.ts';
import { cliBundle } from './cli-bundle.mjs';

const root = path.join(import.meta.dirname, '..');
const caches = path.join(root, 'node_modules', '.cache');

/** The two lists in which Yao, oxy and Mastra are registered, without any of them. */
const registrations: Record<string, string> = {
  'runner/extensions/registered/systems.ts': `import { joinSystems } from '../join-systems.ts'; export const systems = joinSystems([]);`,
  'runner/extensions/registered/known-files.ts': 'export const systemFiles = [];',
};

const withoutSystems: Plugin = {
  name: 'without other systems',
  setup({ onLoad }) {
    onLoad({ filter: /registered/ }, (file) => {
      const contents = registrations[path.relative(root, file.path)];
      return contents === undefined ? undefined : { contents, loader: 'ts', resolveDir: path.dirname(file.path) };
    });
  },
};

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

describe('the core without Yao, oxy and Mastra', () => {
  let program: string;
  let workspace: string;
  let metafile: Metafile;

  beforeAll(async () => {
    mkdirSync(caches, { recursive: true });
    program = mkdtempSync(path.join(caches, 'core-alone-'));
    const { 'sandbox-main': _sandbox, 'mastra-objects': _objects, ...entryPoints } = cliBundle.entryPoints;
    const options = {
      ...cliBundle,
      entryPoints,
      outdir: program,
      absWorkingDir: root,
      sourcemap: false,
      metafile: true,
    };
    ({ metafile } = await build({ ...options, metafile: true, plugins: [withoutSystems] }));
    workspace = await temporaryWorkspace(files);
  });
  afterAll(() => {
    for (const folder of [program, workspace]) rmSync(folder, { recursive: true, force: true });
  });

  function run(...args: string[]): { code: number | null; stdout: string; stderr: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(program, 'entry.mjs'), ...args], {
      cwd: workspace,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, GITHUB_ACTIONS: undefined },
    });
    return { code: status, stdout, stderr };
  }

  it('is bundled without a file of theirs', () => {
    const inputs = Object.keys(metafile.inputs);
    expect(inputs.filter((file) => /^runner\/extensions\/(?:yao|oxy|mastra)\//.test(file))).toEqual([]);
    expect(inputs).toEqual(
      expect.arrayContaining(['runner/extensions/registered/systems.ts', 'bin/entry.ts', 'runner/api/index.ts']),
    );
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
