import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { parse } from 'yaml';
import * as z from 'zod';
import { parseMarkdownBlocks } from '../scripts/documents/markdown-blocks';
import {
  agentSources,
  expectGoodSuite,
  frameworkAgents,
  startLibrary,
  tryAtTerminal,
  tryOnPage,
} from './support/goal-agents';
import { type InstalledPackage, installPackage, printedAddress } from './support/installed-package';
import { test } from './support/measured';
import { visit } from './support/visit';

const home = path.resolve(import.meta.dirname, '..');
const turntree = 'node_modules/turntree/app/bin/turntree.cjs';
const compiler = path.join(home, 'node_modules', 'typescript', 'bin', 'tsc');

const workflowSchema = z.object({
  jobs: z.object({
    test: z.object({ steps: z.array(z.object({ with: z.object({ args: z.string().optional() }).optional() })) }),
  }),
});

test.describe.configure({ mode: 'serial', timeout: 900_000 });

let installed: InstalledPackage;
test.beforeAll(async () => {
  test.setTimeout(900_000);
  installed = await installPackage();
});
test.afterAll(() => installed?.remove());

test('the package is small and leaves the project alone', () => {
  const modules = path.join(installed.project, 'node_modules');
  const { packages } = JSON.parse(readFileSync(path.join(modules, '.package-lock.json'), 'utf8'));
  expect(Object.keys(packages).toSorted()).toEqual([
    expect.stringMatching('^node_modules/@esbuild/'),
    'node_modules/turntree',
  ]);
  expect(installed.size() / 1e6).toBeLessThanOrEqual(60);
  const programs = readdirSync(path.join(modules, '.bin'));
  expect(programs).toEqual(expect.arrayContaining(['turntree', 'runner']));
  expect(programs).not.toContain('node');
});

test('a workspace to start from is written, tested and checked', async () => {
  expect(await installed.run('oldest', turntree, 'init')).toMatchObject({ code: 0 });
  const tested = await installed.run('oldest', turntree, 'test', '--no-output');
  expect(tested.stderr).toBe('');
  expect(tested.stdout).toContain('ALL TESTS PASSED');
  const checked = await installed.run('oldest', turntree, 'lint', 'tests');
  expect(checked).toMatchObject({ code: 0 });
  expect(checked.stderr + checked.stdout).toContain('no problems in 1 file, 3 cases');
});

test('the pipeline of the examples passes', async () => {
  const workflow = readFileSync(path.join(home, 'examples/ci/.github/workflows/agents.yml'), 'utf8');
  const { jobs } = workflowSchema.parse(parse(workflow));
  const [args = []] = jobs.test.steps.flatMap((step) =>
    step.with?.args === undefined ? [] : [step.with.args.split(' ')],
  );
  expect(args.length).toBeGreaterThan(2);
  const { code, stderr } = await installed.run('oldest', turntree, 'test', ...args, '--no-output');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});

test('programs import it, with types', async () => {
  installed.write(
    'programs/experiment.ts',
    `import { defineConfig, runExperimentTests, type AgentAnswer, type AgentContext, type AgentRequest, type ScriptContext } from 'turntree';

export const config = defineConfig({ agents: { desk: { type: 'module', path: 'agent.ts' } } });

export async function desk({ messages }: AgentRequest, { model, log }: AgentContext): Promise<AgentAnswer> {
  const { content } = await model.generate({ messages });
  log(content);
  return { content, tool_calls: [{ tool: 'look_up', arguments: { query: content } }] };
}

export const Before = (context: ScriptContext): string => context.user_id.toUpperCase();

const { summary } = await runExperimentTests({
  scorerType: 'exact',
  csvPath: 'programs/table.csv',
  outputDir: 'programs/results',
  scorers: { same: ({ output, expectedOutput }) => (output === expectedOutput ? 1 : 0) },
  target: ({ input }) => input.toUpperCase(),
});
console.log(summary.passed + ' of ' + summary.totalTests);
`,
  );
  installed.write(
    'programs/table.csv',
    [
      'id,description,input,expected_output,tags,scorer_type,expected_score_min,expected_score_max',
      '1,small,yes,YES,a,exact,1,1',
      '2,short,no,NO,a,exact,1,1',
      '',
    ].join('\n'),
  );
  for (const module of ['nodenext', 'esnext'] as const) {
    const moduleResolution = module === 'esnext' ? 'bundler' : module;
    const compilerOptions = { module, moduleResolution, target: 'es2024', strict: true, noEmit: true, types: ['node'] };
    installed.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['programs/experiment.ts'] }));
    const typeRoots = path.join(home, 'node_modules', '@types');
    const types = await installed.run('oldest', compiler, '-p', '.', '--typeRoots', typeRoots);
    expect(types).toMatchObject({ code: 0, stdout: '' });
  }
  const ran = await installed.run('oldest', 'programs/experiment.ts');
  expect(ran.stderr.replaceAll(/.*ExperimentalWarning.*\n|.*--trace-warnings.*\n/g, '')).toBe('');
  expect(ran.stdout).toContain('2 of 2');
  const required = await installed.run('oldest', '-p', "Object.keys(require('turntree')).join()");
  expect(required.stdout.trim()).toBe('TurntreeError,defineConfig,loadSuite,runCase,runExperimentTests,runSuite');
});

test('a project of oxy has DuckDB after the command that its refusal names', async () => {
  installed.write(
    'shop/config.yml',
    `models: [{name: fast, vendor: openai, model_ref: m, key_var: NONE}]
databases: [{name: local, type: duckdb, dataset: data}]
`,
  );
  installed.write('shop/data/fruit.csv', 'fruit,amount\nkiwi,3\napple,4\n');
  installed.write(
    'shop/desk.agent.yml',
    `model: fast
system_instructions: You know the shop.
tools: [{type: execute_sql, database: local}]
tests: [{type: consistency, n: 2, task_description: How much fruit is there?}]
`,
  );
  const query = { name: 'execute_sql', arguments: { sql: 'SELECT sum(amount) AS total FROM fruit.csv' } };
  const rules = [
    { when: { system: '<answer-1>' }, answer: 'A' },
    {
      when: { tool_result: { name: 'execute_sql', text: '/"total":(?P<total>\\d+)/' } },
      answer: 'There are {{total}}.',
    },
    { tool_calls: [query] },
  ];
  installed.write('shop/runner.config.json', JSON.stringify({ models: { fast: { type: 'scripted', rules } } }));
  const command = [turntree, 'test', 'shop/desk.agent.yml', '--no-output', '-v'];

  const refused = await installed.run('oldest', ...command);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('desk.agent.yml:3:9: the database "local" is DuckDB, which is not installed');
  const [, module = ''] = /npm install (\S+)/.exec(refused.stderr) ?? [];
  await installed.install(module);
  const ran = await installed.run('oldest', ...command);
  expect(ran).toMatchObject({ code: 0, stderr: '' });
  expect(ran.stdout).toContain('answer 1: "There are 7."');
});

test('a script of a Mastra project runs with one import changed', async () => {
  const stubs = {
    'dotenv/config.js': '',
    '@ai-sdk/google/index.js': 'export const google = (modelId) => ({ modelId });',
  };
  for (const [file, text] of Object.entries(stubs)) {
    installed.write(`node_modules/${file}`, `${text}\n`);
    const exported = { '.': './index.js', './config': './config.js' };
    const name = path.dirname(file);
    installed.write(`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', exports: exported }));
  }
  installed.write(
    'quick/src/mastra/scorers/words/index.js',
    `export function createWordsScorer({ model }) {
  return {
    id: 'words',
    name: 'words',
    async run({ output }) {
      const words = output.split(' ').length;
      return { score: words > 2 ? 0.6 : 0.9, reason: model.modelId, preprocessStepResult: { words } };
    },
  };
}
`,
  );
  installed.write(
    'quick/scripts/test-words.ts',
    `import 'dotenv/config';
import path from 'path';
import { fileURLToPath } from 'url';
import { google } from '@ai-sdk/google';
import { runExperimentTests } from 'turntree';
import { createWordsScorer } from '../src/mastra/scorers/words/index.js';

const here = path.dirname(fileURLToPath(import.meta.url));

export async function testWords(): Promise<void> {
  await runExperimentTests({
    scorerType: 'words',
    csvPath: path.join(here, '../test-cases/words.csv'),
    scorers: [createWordsScorer({ model: google('gemini-2.5-pro') })],
    concurrency: 3,
  });
}

if (import.meta.url === \`file://\${process.argv[1]}\`) testWords();
`,
  );
  installed.write(
    'quick/test-cases/words.csv',
    [
      'scorer_type,id,description,input,expected_output,expected_score_min,expected_score_max,tags,enabled',
      'words,short,Few words,Hello,Good day,0.8,1.0,"greeting,short",TRUE',
      'words,long,Many words,Hello,Good day to you,0.5,0.7,"greeting,long",TRUE',
      'words,left-out,,Hello,Bye,1,1,,FALSE',
      '',
    ].join('\n'),
  );
  for (const version of ['oldest', 'newest'] as const) {
    const ran = await installed.run(version, 'quick/scripts/test-words.ts');
    expect({ code: ran.code, shown: ran.stdout }).toMatchObject({
      code: 0,
      shown: expect.stringContaining('Total: 2'),
    });
  }
  const results = path.join(installed.project, 'quick', 'test-results');
  const [first = '', ...others] = readdirSync(results);
  expect(others).toHaveLength(1);
  expect(JSON.parse(readFileSync(path.join(results, first), 'utf8'))).toMatchObject({
    results: [
      { testCase: 'short', score: 0.9, reason: 'gemini-2.5-pro' },
      { testCase: 'long', score: 0.6 },
    ],
    summary: { passed: 2, byTag: { greeting: { passed: 2, total: 2, rate: '100.0' } } },
  });
});

test('an agent is tried, and its suite runs by itself', async () => {
  installed.write('tried/runner.config.json', '{}\n');
  installed.write('tried/cafe.mjs', "export default () => 'We are open from 12:00 to 23:00.';\n");
  for (const version of ['oldest', 'newest'] as const) {
    const child = installed.start(version, turntree, 'try', 'tried/cafe.mjs', '--app', 'tried', '--json');
    child.stdin?.end('{"say": "When are you open?"}\n{"write": true}\n');
    const [code] = await once(child, 'close');
    expect(code, version).toBe(0);
  }
  expect(readdirSync(path.join(installed.project, 'tried/tests/cafe'))).toEqual(['first-2.jsonl', 'first.jsonl']);
  const tested = await installed.run('oldest', turntree, 'test', 'tried', '--no-output');
  expect(tested).toMatchObject({ code: 0, stderr: '' });
});

test('the built-in user tries agents of other frameworks on the page and at the terminal', async ({ page }) => {
  await installed.install('@mastra/core@1.71.0', 'ai@7.0.173', 'zod@4.6.7');
  for (const [file, text] of Object.entries(agentSources)) installed.write(`goals/${file}`, text);
  const library = await startLibrary();
  const server = installed.start('oldest', turntree, 'ui', '--port', '0', '--app', 'goals');
  const run = (...args: string[]) => installed.run('oldest', turntree, ...args, '--app', 'goals');
  try {
    await visit(page, await printedAddress(server));
    for (const agent of [...frameworkAgents, library]) {
      const suites = [await tryOnPage(page, new URL(page.url()).origin, agent), await tryAtTerminal(run, agent)];
      for (const suite of suites) await expectGoodSuite(run, suite);
    }
  } finally {
    server.kill();
    await library.close();
  }
});

test('the recipes for node:test and Jest run as their page says', async () => {
  await installed.install('jest@30.5.2');
  const blocks = parseMarkdownBlocks(readFileSync(path.join(home, 'docs/how-to/test-runners.md'), 'utf8'));
  for (const file of ['shop/tests/refunds.jsonl', 'shop/agent.mjs', 'node-tests.mjs', 'refunds.test.js']) {
    const block = blocks.find((each) => each.file === file);
    installed.write(file.replace('shop/', ''), block?.text ?? '');
  }
  for (const version of ['oldest', 'newest'] as const) {
    const tested = await installed.run(version, '--test', 'node-tests.mjs');
    expect(tested, version).toMatchObject({ code: 0, stdout: expect.stringContaining('pass 2') });
  }
  const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', 'refunds.test.js'];
  const passed = await installed.run('oldest', ...jest);
  expect(passed).toMatchObject({ code: 0, stderr: expect.stringContaining('1 passed') });
  installed.write('agent.mjs', "export const desk = () => 'Done.';\n");
  const failed = await installed.run('oldest', ...jest);
  expect(failed).toMatchObject({ code: 1, stderr: expect.stringContaining('Which order') });
});

test('an old Node gets one line', async () => {
  const line = 'turntree: Node 20.20.2 is too old: Turntree needs 22.18 or newer.\n';
  const refused = { code: 78, stdout: '', stderr: line };
  expect(await installed.run('tooOld', turntree, '--help')).toEqual(refused);
  expect(await installed.run('tooOld', '--input-type=module', '-e', "import 'turntree'")).toEqual(refused);
  expect(await installed.run('tooOld', '-e', "require('turntree')")).toEqual(refused);
});

test('the dashboard is there at once, and nothing is built', async ({ page }) => {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(String(error)));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  const server = installed.start('oldest', turntree, 'ui', '--port', '0');
  try {
    const address = await printedAddress(server);
    const { origin: url } = new URL(address);
    await visit(page, address);
    await visit(page, `${url}/runs`);
    await page
      .getByRole('link', { name: /bookings|cases\.jsonl/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await visit(page, `${url}/cases`);
    await visit(page, `${url}/trends`);
    expect(problems).toEqual([]);
    expect(existsSync(path.join(installed.project, '.next'))).toBe(false);
  } finally {
    server.kill();
  }
});

test('a dashboard that cannot start says why, and ends', async () => {
  const manifest = path.join(installed.project, 'node_modules/turntree/app/.next/routes-manifest.json');
  renameSync(manifest, `${manifest}.away`);
  try {
    const server = installed.start('oldest', turntree, 'ui', '--port', '0');
    await expect(printedAddress(server)).rejects.toThrow(
      /ended with 1 before it printed an address:[\s\S]*routes-manifest/,
    );
  } finally {
    renameSync(`${manifest}.away`, manifest);
  }
});
