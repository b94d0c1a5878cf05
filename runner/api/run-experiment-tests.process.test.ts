import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../history/db/index.ts';
import { listRuns } from '../history/index.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const apiUrl = pathToFileURL(path.join(import.meta.dirname, '..', '..', 'dist', 'index.mjs')).href;
const header = 'scorer_type,id,description,input,expected_output,expected_score_min,expected_score_max,tags,enabled';
const table = `${header}
teaTaste,tea-1,A short answer,Black or green?,Green for me,0.8,1.0,"short,warm",TRUE
teaTaste,tea-2,A long answer,Black or green? 2,Green for me 2,0.5,0.7,"warm,long",TRUE
teaTaste,tea-3,Not ready,Black or green? 3,Green for me 3,0.1,1,,FALSE
other,tea-1,Not this one,x,y,0.1,1,,TRUE
`;

type ScoreRow = { testCase: string; scorer: string; score: number | null; reason?: string };

const roots: string[] = [];
afterAll(async () => {
  await Promise.all(roots.splice(0).map((root) => rm(root, { recursive: true, force: true })));
});

type RunningScript = {
  root: string;
  child: ChildProcess;
  done: Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>;
};

/** A project with a script in `scripts/`, which runs as a separate program. */
async function startScript(script: string, files: Record<string, string> = {}, variables = {}): Promise<RunningScript> {
  const root = await createTemporaryWorkspace({
    'package.json': '{ "type": "module" }',
    'test-cases/teas.csv': table,
    'scripts/score-teas.ts': script.replaceAll('./run-experiment-tests.js', apiUrl),
    ...files,
  });
  roots.push(root);
  const child = spawn(process.execPath, ['scripts/score-teas.ts'], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined, CONCURRENCY: undefined, ...variables },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
    child.emit('printed', stdout);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const exit = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }));
  return { root, child, done: exit };
}

const runScript = async (...args: Parameters<typeof startScript>) => {
  const { root, done } = await startScript(...args);
  return { root, ...(await done) };
};

/** A short script that contains its config. */
const buildScript = (config: string, before = '') => `
import { runExperimentTests } from './run-experiment-tests.js';
${before}
const result = await runExperimentTests({ scorerType: 'teaTaste', csvPath: './test-cases/teas.csv', ${config} });
console.log('RESULT ' + JSON.stringify(result));
`;

function parseResultInOutput(stdout: string) {
  const line = stdout.split('\n').find((text) => text.startsWith('RESULT '));
  return JSON.parse(line?.slice('RESULT '.length) ?? 'null');
}

function listSavedFiles(root: string, folder = 'test-results'): { name: string; content: { results: unknown[] } }[] {
  return readdirSync(path.join(root, folder)).map((name) => ({
    name,
    content: JSON.parse(readFileSync(path.join(root, folder, name), 'utf8')),
  }));
}

function listStoredRuns(root: string) {
  const database = openDatabase(path.join(root, '.runner', 'history.db'));
  try {
    return listRuns(database, { limit: 10 });
  } finally {
    database.close();
  }
}

describe('a runner script', () => {
  it('scores the enabled rows of its type, prints, saves and records them, and fails when one failed', async () => {
    const script = `#!/usr/bin/env node
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tasteScorer } from '../src/mastra/scorers/teaTaste/index.js';
import { runExperimentTests } from './run-experiment-tests.js';

const file = fileURLToPath(import.meta.url);
const csvPath = join(dirname(file), '..', 'test-cases', 'teas.csv');

const scoreTeas = () =>
  runExperimentTests({ csvPath, concurrency: 3, scorerType: 'teaTaste', scorers: [tasteScorer({ model: 'any' })] });

if (process.argv[1] === file) scoreTeas();

export { scoreTeas };
`;
    const scorer = `export const tasteScorer = (options) => ({
      id: 'taste-scorer',
      run: async ({ input, output, groundTruth, runId }) => ({ score: 0.9, reason: [input, output, groundTruth, runId].join('|') }),
    });`;
    const { root, code, stdout, stderr } = await runScript(script, { 'src/mastra/scorers/teaTaste/index.js': scorer });
    expect(stderr).toBe('');
    expect(code).toBe(1);
    expect(stdout).toContain('🧪 Running Experiment Tests: teaTaste');
    expect(stdout).toContain('✅ PASS Score: 0.900 (expected: 0.8-1)');
    expect(stdout).toContain('❌ FAIL Score: 0.900 (expected: 0.5-0.7)');
    const [file, ...others] = listSavedFiles(root);
    expect(others).toEqual([]);
    expect(file?.name).toMatch(/^teaTaste-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.json$/);
    expect(file?.content).toMatchObject({
      totalTests: 2,
      results: expect.arrayContaining([
        {
          testCase: 'tea-1',
          description: 'A short answer',
          score: 0.9,
          expectedRange: '0.8-1',
          passed: true,
          reason: 'Black or green?|Green for me|Green for me|test-tea-1',
          tags: ['short', 'warm'],
          scorer: 'taste-scorer',
          metadata: {},
        },
      ]),
      summary: { totalTests: 2, passed: 1, failed: 1, successRate: 50 },
    });
    expect(listStoredRuns(root)).toMatchObject([
      { status: 'failed', suiteKey: 'test-cases/teas.csv#teaTaste', agentId: 'teaTaste' },
    ]);
  });

  it('ends cleanly when it is interrupted: what was scored is saved, the rest is not started', async () => {
    const scorer = '({ caseId }) => caseId === "tea-1" ? 0.9 : new Promise((done) => setTimeout(done, 60_000, 1))';
    const { root, child, done } = await startScript(buildScript(`scorers: [${scorer}]`));
    await new Promise<void>((resolve) => {
      child.on('printed', (text: string) => {
        if (text.includes('PASS')) resolve();
      });
    });
    child.kill('SIGINT');
    expect(await done).toMatchObject({ signal: 'SIGINT' });
    expect(listSavedFiles(root)).toMatchObject([
      { content: { results: [{ testCase: 'tea-1' }], summary: { totalTests: 1 } } },
    ]);
    expect(listStoredRuns(root)).toMatchObject([{ status: 'cancelled' }]);
  });
  it('is refused with one error that says all before anything runs', async () => {
    const script = `
import { runExperimentTests } from './run-experiment-tests.js';
const refusal = (config) => runExperimentTests({ scorers: [() => 1], ...config }).catch(({ message }) => message);
console.log('RESULT ' + JSON.stringify([
  await refusal({ scorerType: 'teaTaste' }),
  await refusal({ scorerType: 'mine', csvPath: 'test-cases/teas.csv' }),
  await refusal({ scorerType: 'teaTaste', csvPath: 'none.csv' }),
  await refusal({ scorerType: 'off', csvPath: 'odd.csv' }),
  await refusal({ scorerType: 'low', csvPath: 'low.csv' }),
]));
`;
    const { root, stdout, code } = await runScript(script, {
      'odd.csv': `${header}\noff,a,,i,o,0.1,1,,FALSE\n`,
      'low.csv': `${header}\nlow,a,,i,o,low,1,,TRUE\nlow,b,,i,o,0,,,TRUE\n`,
    });
    expect(code).toBe(0);
    expect(parseResultInOutput(stdout)).toEqual([
      'runExperimentTests: "csvPath" is missing',
      'no row of test-cases/teas.csv has the scorer_type "mine"\n  it has teaTaste, other',
      'the input has a problem; nothing was run\n  none.csv:1:1: cannot be read: the file does not exist',
      'every row of odd.csv for "off" is disabled',
      'the input has 2 problems; nothing was run\n' +
        '  low.csv:2:12: expected_score_min is "low"; write a number such as 0.85\n' +
        '  low.csv:3:14: expected_score_max is empty; write a number such as 0.85',
    ]);
    expect(readdirSync(root)).not.toContain('test-results');
  });
});

describe('a runner script that resumes a run', () => {
  it('takes over the complete rows of the same rows and scorers, and runs the rest', async () => {
    const script = `
import { writeFileSync } from 'node:fs';
import { runExperimentTests } from './run-experiment-tests.js';
const table = (rows) => writeFileSync('own.csv', '${header},level,name\\n' + rows.map((row) => row + '\\n').join(''));
const asked = [];
const scorer = ({ caseId }) => { asked.push(caseId); return 1; };
const run = (config) => runExperimentTests({ scorerType: 'tea', csvPath: 'own.csv', scorers: { scorer }, ...config });
const one = 'tea,one,,i,o,0.1,1,,TRUE,high,Ada';
table([one]);
const first = await run({ resume: 'latest', groupBy: ['level'] });
table([one, 'tea,two,,i,o,0.1,1,,TRUE,low,Bob']);
const second = await run({ resume: 'latest' });
const other = await run({ resume: 'latest', scorers: { other: scorer } });
const refused = await run({ resume: '0123' }).catch(({ message }) => message);
const several = await run({ resume: '0' }).catch(({ message }) => message);
console.log('RESULT ' + JSON.stringify({ first, second, other, refused, several, asked }));
`;
    const { stdout } = await runScript(script);
    const { first, second, asked, refused, several } = parseResultInOutput(stdout);
    expect(asked).toEqual(['one', 'two', 'one', 'two']);
    expect(first.summary.byMetadata).toEqual({ level: { high: { passed: 1, total: 1, rate: '100.0' } } });
    expect(second.results.map(({ testCase }: ScoreRow) => testCase)).toEqual(['one', 'two']);
    expect(second.summary.byMetadata.name).toEqual({
      Ada: { passed: 1, total: 1, rate: '100.0' },
      Bob: { passed: 1, total: 1, rate: '100.0' },
    });
    expect(refused).toContain('resume: no run has the id "0123"');
    expect(several).toContain('resume: several runs begin with "0"');
  });
});

describe('one program with several experiments', () => {
  const script = `
import { runExperimentTests } from './run-experiment-tests.js';
const scorerType = 'teaTaste';
const csvPath = './test-cases/teas.csv';
const run = (config) => runExperimentTests({ scorerType, csvPath, ...config });
const last = (messages) => ({ text: 'bot: ' + messages.at(-1).content });
const targets = [
  { id: 'plain', generate: async (text) => ({ text: 'bot: ' + text }) },
  { id: 'mastra', getInstructions() {}, getModel() {}, generate: async (messages) => last(messages) },
  { id: 'sdk', tools: {}, stream() {}, generate: async ({ messages }) => last(messages) },
  async function bot({ input }) { return 'bot: ' + input; },
];
const ofMessages = {
  id: 's',
  run: ({ input, output, groundTruth }) => ({
    score: 0.8,
    reason: [input.inputMessages[0].content.content, output[0].content.content, groundTruth].join('|'),
  }),
};
const passed = await run({ scorers: [({ caseId }) => (caseId === 'tea-1' ? 0.8 : 0.7)] });
const codeWhenPassed = process.exitCode;
const named = await run({ scorers: { long: ({ output }) => output.length / 20, sure: () => ({ score: 1, reason: 'always' }) } });
const asked = [];
for (const target of targets) asked.push((await run({ scorers: [ofMessages], target })).results[0].reason);
const all = await run({
  scorers: [() => 0.8, { id: 'twin', run: () => ({ score: 1 }) }, { id: 'twin', run: () => ({ score: 1 }) }],
  filterEnabled: false,
  outputDir: 'out',
  concurrency: parseInt(process.env.CONCURRENCY || '1'),
});
const broken = await run({
  scorers: { broken: () => { throw new Error('no score'); }, odd: () => NaN, fine: () => 1 },
  target: ({ input }) => { if (input.endsWith('2')) throw new Error('no answer'); return input; },
});
const late = await run({ scorers: [() => new Promise((done) => setTimeout(done, 60_000).unref())], timeout: '50ms' });
console.log('RESULT ' + JSON.stringify({ passed, codeWhenPassed: codeWhenPassed ?? null, named, asked, all, broken, late }));
`;
  let program: Awaited<ReturnType<typeof runScript>>;
  beforeAll(async () => {
    program = await runScript(script, {}, { CONCURRENCY: '3' });
  });

  it('fails as a whole when one of them does, and leaves the exit code alone as long as none has', () => {
    const { passed, codeWhenPassed } = parseResultInOutput(program.stdout);
    expect(passed.summary).toMatchObject({ passed: 2, failed: 0, successRate: 100 });
    expect(codeWhenPassed).toBeNull();
    expect(program.code).toBe(1);
    expect(program.stdout).toContain('✅ All tests passed!');
  });

  it('scores with several scorers by name, and answers what the file holds', () => {
    const { named } = parseResultInOutput(program.stdout);
    expect(named.results.map((row: ScoreRow) => [row.testCase, row.scorer])).toEqual([
      ['tea-1', 'long'],
      ['tea-1', 'sure'],
      ['tea-2', 'long'],
      ['tea-2', 'sure'],
    ]);
    expect(named).toMatchObject({ totalTests: 2, summary: { totalTests: 4 } });
    const saved = listSavedFiles(program.root).find(({ name }) => name === `${named.testRun}.json`);
    expect(saved?.content).toEqual(named);
  });

  it('asks agents of any kind first: their answers are scored, as messages for scorers of Mastra', () => {
    const agents = ['plain', 'mastra', 'sdk', 'bot'];
    expect(parseResultInOutput(program.stdout).asked).toEqual(
      agents.map(() => 'Black or green?|bot: Black or green?|Green for me'),
    );
    const recorded = listStoredRuns(program.root).map(({ agentId }) => agentId);
    expect(recorded.toReversed().slice(2, 6)).toEqual(agents);
  });

  it('runs disabled rows as well on request, and gives scorers without a name of their own one', () => {
    const { all } = parseResultInOutput(program.stdout);
    expect(all.totalTests).toBe(3);
    const names = all.results.slice(0, 3).map(({ scorer }: ScoreRow) => scorer);
    expect(names).toEqual(['teaTaste-1', 'twin', 'twin-2']);
    expect(listSavedFiles(program.root, 'out')).toHaveLength(1);
  });

  it('scores on when a scorer or the agent breaks, and says what broke', () => {
    const { broken } = parseResultInOutput(program.stdout);
    // Results are listed in the order in which the rows finished.
    const rows = broken.results.toSorted((one: ScoreRow, other: ScoreRow) =>
      one.testCase.localeCompare(other.testCase),
    );
    expect(rows.map(({ score, reason }: ScoreRow) => [score, reason])).toEqual([
      [null, 'Error: no score'],
      [null, 'Error: its score is NaN, not a finite number'],
      [1, undefined],
      ...Array.from({ length: 3 }, () => [null, 'Error: agent error: no answer']),
    ]);
  });

  it('ends a row whose time is over', () => {
    const { late } = parseResultInOutput(program.stdout);
    expect(late.results[0]).toMatchObject({
      score: null,
      reason: expect.stringContaining('Error: timeout after 50ms: waiting for a scorer in turn 1'),
    });
  });
});
