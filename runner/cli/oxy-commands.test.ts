import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ScriptedRule, scriptedRulesSchema } from '../contract/index.ts';
import { answerChatByRules, type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { runCli } from '../testing/run-cli.ts';

const key = 'sk-loopback-0123456789';
const reference = 'x'.repeat(723) + 'y'.repeat(277);
const candidate = 'x'.repeat(723) + 'z'.repeat(277);

/** A server that answers as the agents' model, calls a tool if one is offered, and answers as the judge. */
const rules: ScriptedRule[] = scriptedRulesSchema.parse([
  { when: { text: 'no connection' }, error: { status: 400, message: 'the connection is lost' } },
  { when: { system: '/<answer-1>[^<]*moody/' }, answer: '1. Moods\n+++ good\n--- bad\nB' },
  { when: { system: '<answer-1>' }, answer: 'They agree.\nA' },
  { when: { system: '<right-answer>' }, answer: 'VERDICT: PASS' },
  { when: { tool_result: { name: 'lookup' } }, answer: 'We have 42 users.' },
  { when: { text: 'how many users' }, tool_calls: [{ name: 'lookup', arguments: { query: 'users' } }] },
  { when: { text: 'mood' }, answer: 'I feel moody.' },
  { answer: 'It is so.' },
]);

let folder: string;
let tools: string;
let server: OpenAIServer;
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'turntree-oxy-'));
  tools = path.join(folder, 'tools');
  const late = path.join(folder, 'late-tools');
  server = await startOpenAIServer({ handler: answerChatByRules(rules), key });
  writeTool(path.join(tools, 'turntree'), `exec '${process.execPath}' '${path.resolve('bin/turntree.cjs')}' "$@"`);
  writeTool(path.join(tools, 'jq'), `exec '${process.execPath}' '${write('jq.mjs', jqProgram)}' "$@"`);
  // Uses the real program if it is installed, otherwise a substitute.
  writeTool(path.join(late, 'bc'), `exec '${process.execPath}' '${write('bc.mjs', bcProgram)}' "$@"`);
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const jqProgram = `
import { readFileSync } from 'node:fs';
import { raw } from '${import.meta.resolve('jq-wasm')}';
const flags = process.argv.slice(2).filter((word) => word.startsWith('-'));
const [filter, file] = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const output = await raw(readFileSync(file ?? 0, 'utf8'), filter, flags);
process.stdout.write(output.trimEnd() + '\\n');
`;
const bcProgram = `
import { readFileSync } from 'node:fs';
const [left, right] = readFileSync(0, 'utf8').split('<').map(Number);
process.stdout.write((left < right ? 1 : 0) + '\\n');
`;

function write(file: string, text: string): string {
  const place = path.resolve(folder, file);
  mkdirSync(path.dirname(place), { recursive: true });
  writeFileSync(place, text);
  return place;
}

function writeTool(file: string, line: string): void {
  chmodSync(write(file, `#!/bin/sh\n${line}\n`), 0o755);
}

const agent = 'model: gpt\nsystem_instructions: You count users.\n';
const lookup = 'tools: [{name: lookup, type: retrieval}]\n';
const several = [0.85, 0.92, 0.78].map(
  (score) =>
    `  - {type: consistency, n: 2, task_description: "is it ${score}?", metrics: [{type: similarity, scores: {A: ${score}}}]}\n`,
);
const single =
  '  - {type: consistency, n: 2, task_description: "how many users do we have?", metrics: [{type: similarity, scores: {A: 0.855}}]}\n';
const recall = '  - {type: custom, dataset: rows.yml, metrics: [{type: context_recall}]}\n';
const tests = {
  single,
  recall,
  both: '  - {type: custom, dataset: rows.yml, metrics: [{type: similarity, scores: {A: 0.855}}, {type: context_recall}]}\n',
  several: several.join(''),
  broken: `${several[0]}  - {type: consistency, n: 2, task_description: "no connection, please"}\n`,
  moody: '  - {type: consistency, n: 2, task_description: "what is your mood?"}\n',
};

/** Creates a project whose agents, under all names used in the documentation, have these tests. */
function project(which: keyof typeof tests): string {
  const root = mkdtempSync(path.join(folder, 'project-'));
  const files: Record<string, string> = {
    'config.yml': `databases: []\nmodels: [{name: gpt, vendor: openai, model_ref: gpt-4o, key_var: OXY_TEST_KEY, api_url: "${server.url}"}]\n`,
    'runner.config.mjs': `export default { processes: { 'tools.lookup': () => [{ content: ${JSON.stringify(candidate)} }] } };`,
    'workflow-name.workflow.yml':
      'tasks: [{name: task_name, type: agent, agent_ref: agent.yml, prompt: "how many users do we have?"}, {name: end, type: formatter, template: x}]\ntests: [{type: consistency, task_ref: task_name, n: 5}]\n',
    'rows.yml': `- {query: "how many users do we have?", response: "42", relevant_contexts: [${reference}]}\n`,
  };
  for (const name of ['agent.yml', 'agent-name.agent.yml', 'my-agent.agent.yml']) {
    files[name] = `${agent}${lookup}tests:\n${tests[which]}`;
  }
  for (const [name, text] of Object.entries(files)) write(path.join(root, name), text);
  return root;
}

type Done = { code: number | null; stdout: string; stderr: string };

/**
 * Runs shell lines like a CI pipeline, which stops at the first failing line. A single command runs without a shell.
 */
async function shell(cwd: string, script: string): Promise<Done> {
  const [, words] = /^turntree ([\w ./-]+)$/.exec(script) ?? [];
  if (words !== undefined) return runCli(words.split(' '), { cwd, variables: { OXY_TEST_KEY: key } });
  const child = spawn('bash', ['-e', '-c', script], {
    cwd,
    env: {
      ...process.env,
      PATH: [tools, process.env.PATH, path.join(folder, 'late-tools')].join(path.delimiter),
      OXY_TEST_KEY: key,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
      GITHUB_ACTIONS: undefined,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([textOf(child.stdout), textOf(child.stderr)]);
  const [code] = await once(child, 'close');
  const [stdout, stderr] = await output;
  return { code, stdout, stderr };
}

describe.concurrent('the documented commands of oxy test, as turntree test', { timeout: 300_000 }, () => {
  it('test an agent', async () => {
    const { code, stdout } = await shell(project('single'), 'turntree test agent-name.agent.yml');
    expect(code).toBe(0);
    expect(stdout).toContain('Accuracy: 85.50%');
  });

  it('test a task of a workflow, whose prompt is the question', async () => {
    const { code, stdout } = await shell(project('single'), 'turntree test workflow-name.workflow.yml');
    expect(code).toBe(0);
    expect(stdout).toContain('Accuracy: 100.00%');
    expect(stdout).toContain('Answers:   5 of 5');
  });

  it('print readable figures', async () => {
    const { code, stdout } = await shell(project('both'), 'turntree test agent.yml');
    expect(code).toBe(0);
    expect(stdout).toMatch(/✅Eval finished with metrics:\nAccuracy: 85.50%\s+Recall: 72.30%/);
  });

  it('print one line for programs', async () => {
    const { code, stdout } = await shell(project('both'), 'turntree test agent.yml --format json');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"accuracy": 0.855, "recall": 0.723}\n' });
  });

  it('print lists where there are several tests', async () => {
    const { code, stdout } = await shell(project('several'), 'turntree test agent.yml --format json');
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"accuracy": [0.85, 0.92, 0.78]}\n' });
  });

  it('hold the accuracy against a threshold, and print it whatever comes of that', async () => {
    const reached = await shell(project('single'), 'turntree test agent.yml --format json --min-accuracy 0.8');
    expect(reached).toMatchObject({ code: 0, stdout: '{"accuracy": 0.855}\n' });
    const equal = await shell(project('single'), 'turntree test agent.yml --format json --min-accuracy 0.855');
    expect(equal.code).toBe(0);
    const missed = await shell(project('single'), 'turntree test agent.yml --format json --min-accuracy 0.9');
    expect(missed).toMatchObject({ code: 1, stdout: '{"accuracy": 0.855}\n' });
    expect(missed.stderr).toContain('Average accuracy 0.8550 below threshold 0.9000');
  });

  it('take the average of several tests, or every one of them', async () => {
    const average = await shell(
      project('several'),
      'turntree test agent.yml --min-accuracy 0.8 --threshold-mode average',
    );
    expect(average.code).toBe(0);
    const all = await shell(project('several'), 'turntree test agent.yml --min-accuracy 0.8 --threshold-mode all');
    expect(all.code).toBe(1);
    expect(all.stderr).toContain('1 test(s) below threshold 0.8000: Test 3: 0.7800');
  });

  it('are quiet', async () => {
    const quiet = await shell(project('both'), 'turntree test agent.yml --quiet --format json');
    expect(quiet).toEqual({ code: 0, stdout: '{"accuracy": 0.855, "recall": 0.723}\n', stderr: expect.any(String) });
    expect(quiet.stderr).not.toMatch(/Running Tests|[█▓░]/);
    const pretty = await shell(project('moody'), 'turntree test my-agent.agent.yml --quiet');
    expect(pretty.code).toBe(0);
    expect(pretty.stdout).toContain('Accuracy: 0.00%');
    expect(pretty.stdout).not.toMatch(/Running Tests|Moods/);
  });

  it('need no file where tests are', async () => {
    const { code, stdout } = await shell(project('single'), 'turntree test --quiet --format json');
    expect(code).toBe(0);
    expect(stdout).toContain('"accuracy": ');
  });
});

describe.concurrent('pipelines', { timeout: 300_000 }, () => {
  it('of GitHub Actions keep the figure', async () => {
    const root = project('single');
    expect((await shell(root, 'turntree test agent.yml --min-accuracy 0.8 --format json > figures.json')).code).toBe(0);
    const extract = `figure=$(jq -r .accuracy figures.json)
echo "Figure: $figure"`;
    expect(await shell(root, extract)).toMatchObject({ code: 0, stdout: 'Figure: 0.855\n' });
  });

  it('of GitLab and Docker pass and fail with the exit code', async () => {
    const root = project('single');
    expect((await shell(root, 'turntree test agent.yml --format json --min-accuracy 0.85')).code).toBe(0);
    expect((await shell(root, 'turntree test agent.yml --quiet --min-accuracy 0.8 --format json')).code).toBe(0);
    expect((await shell(root, 'turntree test agent.yml --quiet --min-accuracy 0.86 --format json')).code).toBe(1);
  });

  it('pick figures with jq', async () => {
    const root = project('both');
    const one = await shell(root, 'turntree test agent.yml --format json | jq .accuracy');
    expect(one).toMatchObject({ code: 0, stdout: '0.855\n' });
    const all = await shell(root, 'turntree test agent.yml --format json | jq .');
    expect(JSON.parse(all.stdout)).toEqual({ accuracy: 0.855, recall: 0.723 });
  });

  it.each([
    ['single', 0, ''],
    ['moody', 1, 'Below 0.8: 0\n'],
  ] as const)('calculate with the figure of %s', async (which, code, stdout) => {
    const script = `figure=$(turntree test --format json agent.yml | jq -r .accuracy) # one number
[ "$(echo "$figure < 0.8" | bc)" = 0 ] || { echo "Below 0.8: $figure"; exit 1; }`;
    expect(await shell(project(which), script)).toMatchObject({ code, stdout });
  });

  it('fail a build below an average, or below every test', async () => {
    const averages = `turntree test my-agent.agent.yml \\
  --threshold-mode average \\
  --min-accuracy 0.85 \\
  --format json`;
    expect((await shell(project('several'), averages)).code).toBe(0);
    const all = `turntree test my-agent.agent.yml \\
  --quiet \\
  --threshold-mode all \\
  --min-accuracy 0.8 \\
  --format json`;
    expect(await shell(project('several'), all)).toMatchObject({
      code: 1,
      stdout: '{"accuracy": [0.85, 0.92, 0.78]}\n',
    });
  });

  it('track results and compare them with a baseline', async () => {
    const root = project('single');
    const savedReport = await shell(
      root,
      'turntree test agent.yml --format json > day-$(date +%F).json; ls day-*.json',
    );
    const [file = ''] = savedReport.stdout.split('\n');
    expect(JSON.parse(readFileSync(path.join(root, file), 'utf8'))).toEqual({ accuracy: 0.855 });
    const compare = `before=0.85
now=$(turntree test agent.yml --format json | jq -r .accuracy)
echo "before $before, now $now"`;
    expect(await shell(root, compare)).toMatchObject({ code: 0, stdout: 'before 0.85, now 0.855\n' });
  });
});

describe.concurrent('errors', { timeout: 300_000 }, () => {
  it('of execution go to standard error and leave the line as it is', async () => {
    const { code, stdout, stderr } = await shell(project('broken'), 'turntree test agent.yml --format json');
    expect(stdout).toBe('{"accuracy": [0.85, null]}\n');
    expect(stderr).toContain('the connection is lost');
    expect(code).toBe(1);
  });

  it('are not low accuracy, unless a threshold is given', async () => {
    expect(await shell(project('moody'), 'turntree test agent.yml --format json')).toMatchObject({
      code: 0,
      stdout: '{"accuracy": 0}\n',
    });
    expect((await shell(project('moody'), 'turntree test agent.yml --min-accuracy 0.01')).code).toBe(1);
  });

  it('are not missing accuracy, which is warned of', async () => {
    const { code, stdout, stderr } = await shell(
      project('recall'),
      'turntree test agent.yml --format json --min-accuracy 0.8',
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"recall": 0.723}\n' });
    expect(stderr).toContain('Warning: --min-accuracy specified but no accuracy metrics found');
  });

  it('are thresholds that are none', async () => {
    const { code, stdout, stderr } = await shell(project('single'), 'turntree test agent.yml --min-accuracy 1.5');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('min-accuracy must be between 0.0 and 1.0, got: 1.5');
  });

  it('have agents that only oxy runs answered by those of the config, or say which line is missing', async () => {
    const root = project('single');
    write(path.join(root, 'deep.agentic.yml'), 'start: x\n');
    write(path.join(root, 'deep.agentic.test.yml'), 'settings: {runs: 2}\ncases: [{prompt: p, expected: e}]\n');
    const refused = await shell(root, 'turntree test deep.agentic.test.yml');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('deep.agentic.yml:1:1: agents of this kind run only in oxy.');
    const named = await shell(root, 'turntree test deep.agentic.yml');
    expect(named.stderr).toContain(
      'deep.agentic.yml is an agent, and has no tests of its own. Name a .test.yml with it',
    );
    expect(refused.stderr).toContain("export default { agents: { 'deep.agentic.yml': { type: 'http',");

    const rules = [{ answer: 'e' }];
    const config = {
      agents: { 'deep.agentic.yml': { type: 'scripted', rules } },
      models: { gpt: { type: 'scripted', rules: [{ answer: 'PASS' }] } },
    };
    write(path.join(root, 'runner.config.mjs'), `export default ${JSON.stringify(config)};`);
    const { stdout, stderr } = await shell(root, 'turntree test deep.agentic.test.yml --output-json');
    expect(stdout, stderr).toContain('Accuracy: 100.00%');
    const report: unknown = JSON.parse(readFileSync(path.join(root, 'deep.agentic.test.results.json'), 'utf8'));
    expect(report).toMatchObject({ summary: { total: 1, passed: 1 } });
  });

  it.each([
    ['gone.agent.yml', 'gone.agent.yml does not exist'],
    [
      'config.yml',
      'Invalid file extension: config.yml. Expected .workflow.yml, .automation.yml, .procedure.yml, .agent.yml, or .test.yml',
    ],
    ['a.aw.yml', 'a.aw.yml is an agent, and has no tests of its own. Name a .test.yml'],
    ['../agent.yml', 'Could not find config.yml'],
    ['agent.yml --case 7', '--case: there is no test 7: there is 1, counted from 0'],
    ['agent.yml --format yaml', "argument 'yaml' is invalid"],
  ])('name what is wrong with %s', async (words, message) => {
    const root = project('single');
    write(path.join(root, '..', 'agent.yml'), `${agent}tests:\n${tests.single}`);
    const { code, stderr } = await shell(root, `turntree test ${words}`);
    expect(code).toBe(1);
    expect(stderr).toContain(message);
  });
});
