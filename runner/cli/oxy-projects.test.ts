import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEchoWorkspace, type EchoWorkspace, scriptedEcho } from '../testing/echo-workspace.ts';
import { runCli } from '../testing/run-cli.ts';
import { listCaseFilesBelow } from '../workspace/case-files.ts';
import { findWorkspace } from '../workspace/find-workspace.ts';

const judge = [
  { when: { system: '<right-answer>' }, answer: 'VERDICT: PASS' },
  { when: { system: '<answer-1>' }, answer: 'A' },
  { answer: 'the judge answers' },
];
const entries = `
tests:
  - {type: consistency, n: 2, name: greeting, task_description: Hello?, tags: [smoke]}
  - {type: consistency, n: 2, task_description: Goodbye?}
  - {type: test_case, runs: 1, metrics: [{type: correctness}], cases: [{prompt: "1 + 1?", expected: "2"}, {prompt: "1 + 2?", expected: "3"}]}
`;

let workspace: EchoWorkspace;
beforeAll(() => {
  workspace = createEchoWorkspace();
  workspace.write('runner.config.json', {
    agents: {
      echo: scriptedEcho,
      other: { type: 'scripted', rules: [{ answer: 'the other agent answers' }] },
    },
    models: {
      judging: { type: 'scripted', rules: judge },
      answering: { type: 'scripted', rules: [{ answer: 'it answers' }] },
      instead: { type: 'scripted', rules: [{ answer: 'another model answers' }] },
    },
  });
  workspace.write(
    'config.yml',
    `databases: []
models:
  - {name: judging, vendor: openai, model_ref: gpt-4o, key_var: NO_KEY_IS_NEEDED}
  - {name: answering, vendor: openai, model_ref: gpt-4o, key_var: NO_KEY_IS_NEEDED}
`,
  );
  const agent = 'model: answering\nsystem_instructions: Be kind.\n';
  workspace.write('agents/kind.agent.yml', agent + entries);
  workspace.write('agents/untested.agent.yml', `${agent}tests: []\n`);
  workspace.write('agents/kind.agent.test.yml', 'cases: [{prompt: Hello?, expected: an answer, name: hello}]\n');
  workspace.write('agents/rows.test.yml', '- {query: q, response: r, relevant_contexts: []}\n');
  workspace.write('flows/plain.workflow.yml', 'tasks: [{name: end, type: formatter, template: done}]\ntests: []\n');
  workspace.write(
    'flows/tested.automation.yml',
    'tasks: [{name: end, type: formatter, template: done}]\ntests: [{type: consistency, n: 2}]\n',
  );
  workspace.write('flows/latest.yml', 'tests: [1]\n');
  workspace.write('nested/config.yml', 'models: []\ndatabases: []\n');
  workspace.write('nested/x.agent.yml', agent + entries);
  workspace.write('notes/config.yml', 'debug: true\n');
  workspace.write('assistants/echo/tests/cases.jsonl', [
    { id: 'json', input: 'hello', assert: { type: 'contains', value: 'hello' } },
  ]);
});
afterAll(() => workspace.remove());

const run = (...args: string[]) => runCli(args, { cwd: workspace.root });
const listed = async (...args: string[]): Promise<string[]> => {
  const { stdout, stderr, code } = await run('list', ...args, '--format', 'json');
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout).map(({ id }: { id: string }) => id);
};
const tested = async (...args: string[]) => {
  const { code, stdout, stderr } = await run('test', ...args, '-o', 'report.json', '--no-history');
  return { code, stdout, stderr };
};

describe('a folder', () => {
  const suites = [
    'agents/kind.agent.test.yml',
    'agents/kind.agent.yml',
    'assistants/echo/tests/cases.jsonl',
    'flows/tested.automation.yml',
  ];

  it('has the tests of agents, workflows and test files, and no others', () => {
    expect(listCaseFilesBelow(workspace.root)).toEqual(suites);
  });

  it('is the workspace where its config has models', () => {
    const nested = path.join(workspace.root, 'nested');
    expect(findWorkspace(nested)).toBe(nested);
    expect(findWorkspace(path.join(workspace.root, 'notes'))).toBe(workspace.root);
  });

  it('runs JSON lines and YAML as one run, each for its own agent', async () => {
    const { code, stdout, stderr } = await tested('.', '--format', 'json');
    expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: expect.stringMatching(/^\{"accuracy": \[.*\]\}\n$/) });
    expect(stderr).toContain('4 suites');
  });

  it('is listed with whom its suites are for', async () => {
    const { stdout } = await run('list', '--format', 'json');
    const { suites: listedSuites } = JSON.parse(stdout);
    expect(listedSuites).toEqual([
      { key: suites[0], agentId: 'agents/kind.agent.yml', cases: 1, problems: 0 },
      { key: suites[1], agentId: 'agents/kind.agent.yml', cases: 4, problems: 0 },
      { key: suites[2], agentId: 'echo', cases: 1, problems: 0 },
      { key: suites[3], agentId: 'flows/tested.automation.yml', cases: 1, problems: 0 },
    ]);
  });
});

describe('cases of an agent file', () => {
  const file = 'agents/kind.agent.yml';

  it.each([
    [[], ['greeting', 'test-2', 'test-3-1', 'test-3-2']],
    [['--case', '1'], ['test-2']],
    [['--case', 'Goodbye?'], ['test-2']],
    [
      ['--case', '2'],
      ['test-3-1', 'test-3-2'],
    ],
    [
      ['--case', 'greeting', '--case', '1 + 2?'],
      ['greeting', 'test-3-2'],
    ],
    [['--tag', 'smoke'], ['greeting']],
    [
      ['--run', '^test-3'],
      ['test-3-1', 'test-3-2'],
    ],
  ])('chosen with %j are %j', async (flags, ids) => {
    expect(await listed(file, ...flags)).toEqual(ids);
  });

  it('that nobody has are refused, saying which there are', async () => {
    const { code, stderr } = await tested(file, '--case', '3', '--case', 'greting');
    expect(code).toBe(1);
    expect(stderr).toContain('--case: there is no test 3: there are 3, counted from 0');
    expect(stderr).toContain('--case: no case has the id, name or question "greting"; did you mean "greeting"?');
  });

  it('are shown as they were understood by a dry run, which asks nobody', async () => {
    const { code, stdout } = await run('test', file, '--dry-run', '--case', 'greeting');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ id: 'greeting', input: 'Hello?', samples: 2, pairing: 'ring' });
  });

  it('run at once as far as they allow it, and as flags say', async () => {
    expect((await tested(file)).stdout).toContain('Parallel: 4');
    expect((await tested(file, '--parallel', '3')).stdout).toContain('Parallel: 3');
    expect((await tested(file, '--case', 'greeting')).stdout).not.toContain('Parallel');
  });
});

describe('the agent', () => {
  const answers = async (...args: string[]) => (await tested(...args, '-v', '--case', 'greeting')).stdout;

  it('is the one of the file, or any other that is named', async () => {
    expect(await answers('agents/kind.agent.yml')).toContain('"it answers"');
    expect(await answers('agents/kind.agent.yml', '-n', 'other')).toContain('"the other agent answers"');
  });

  it('is asked on another connector, and the judge is not', async () => {
    const stdout = await answers('agents/kind.agent.yml', '-c', 'instead');
    expect(stdout).toContain('"another model answers"');
    expect(stdout).toContain('Accuracy: 100.00%');
  });
});

describe('turntree lint', () => {
  it('finds nothing wrong in sound files', async () => {
    const { code, stdout, stderr } = await run('lint', 'agents', 'flows');
    expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: '' });
    expect(stderr).toContain('no problems in 3 files, 6 cases');
  });

  it('says where everything is that is wrong in others', async () => {
    workspace.write('broken/a.agent.test.yml', 'target: agents/gone.agent.yml\ncases: [{prompt: p}]\n');
    const { code, stdout } = await run('lint', 'broken', '--format', 'json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual([
      {
        severity: 'error',
        file: 'broken/a.agent.test.yml',
        line: 1,
        column: 9,
        message: 'the target agents/gone.agent.yml does not exist (relative to the folder of config.yml)',
      },
      { severity: 'error', file: 'broken/a.agent.test.yml', line: 2, column: 9, message: '"expected" is missing' },
    ]);
  });
});
