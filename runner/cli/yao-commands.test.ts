import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'turntree-yao-'));
  for (const [file, content] of Object.entries(files)) {
    const place = path.join(root, file);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(
      place,
      typeof content === 'string' ? content : `${content.map((line) => JSON.stringify(line)).join('\n')}\n`,
    );
  }
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const assistant = (name: string) => JSON.stringify({ name, connector: 'deepseek.v3', description: `The ${name}` });
const prompts = '- role: system\n  content: You answer.\n';
const model = JSON.stringify({ type: 'scripted', rules: [{ answer: 'Your expense: AI, machine learning' }] });
const generated = [{ id: 'G1', input: 'hi', assert: { type: 'contains', value: 'AI' } }];
const scripted = (answer: unknown) => ({ type: 'scripted', rules: [{ answer }] });

const inputs = [
  { id: 'T001', input: 'Extract keywords: AI', assert: { type: 'contains', value: 'AI' } },
  { id: 'T002', input: 'Anything', assert: { type: 'not_contains', value: 'nothing' } },
];
const dynamic = [
  {
    id: 'D001',
    input: 'Hello',
    checkpoints: [{ id: 'answers', assert: { type: 'contains', value: 'expense' } }],
    simulator: { use: 'tests.simulator-agent', options: { metadata: { persona: 'p', goal: 'g' } } },
  },
  { id: 'D002', input: 'Hello', checkpoints: [{ id: 'answers', assert: { type: 'contains', value: 'expense' } }] },
];
const hooks = `
export function BeforeAll(ctx: unknown, cases: unknown[]) { return { data: cases.length }; }
export function AfterAll(ctx: unknown, results: unknown[], data: number) {
  if (data !== results.length) throw new Error('the data of BeforeAll is missing');
}
`;
const setup = `
export function TestSystemReady(t: { assert: { True(value: boolean, message: string): void } }, ctx: object) {
  t.assert.True(typeof ctx === 'object', 'there is a context');
}
export function TestOther(t: { assert: { Equal(actual: number, expected: number): void } }) { t.assert.Equal(1, 1); }
`;

const files: Readonly<Record<string, string | object[]>> = {
  'runner.config.json': JSON.stringify({
    agents: {
      'tests.generator-agent': scripted(generated),
      'workers.test.generator': scripted({ cases: generated }),
      'tests.simulator-agent': scripted({ message: 'go on', goal_achieved: false }),
      'workers.test.user-simulator': scripted({ message: 'go on', goal_achieved: false }),
      'report.beautiful': scripted('# A beautiful report'),
      'report.html': scripted('<!doctype html><title>Report</title>'),
    },
  }),
  'connectors/deepseek/v3.conn.yao': model,
  'connectors/openai/gpt4.conn.yao': model,
  ...Object.fromEntries(
    ['keyword', 'keyword/agent', 'workers/system/keyword', 'expense', 'expense/submission', 'chat', 'my/agent'].flatMap(
      (folder) => [
        [`assistants/${folder}/package.yao`, assistant(folder)],
        [`assistants/${folder}/prompts.yml`, prompts],
      ],
    ),
  ),
  'assistants/keyword/tests/inputs.jsonl': inputs,
  'assistants/expense/tests/inputs.jsonl': inputs,
  'assistants/expense/tests/expense.jsonl': inputs,
  'assistants/expense/tests/dynamic.jsonl': dynamic,
  'assistants/expense/src/env_test.ts': hooks,
  'assistants/expense/src/setup_test.ts': setup,
  'tests/context.json': JSON.stringify({ authorized: { user_id: 'u', team_id: 't' }, metadata: { mode: 'test' } }),
};

const keyword = 'assistants/keyword';
const expense = 'assistants/expense';

/** Command lines as the documentation of `yao agent test` has them, by the folder they are given in. */
const commands: readonly [folder: string, line: string][] = [
  [keyword, '-i "Extract keywords from: AI and machine learning"'],
  [keyword, '-i "Hello world" -n workers.system.keyword'],
  ['', '-i assistants/keyword/tests/inputs.jsonl'],
  [keyword, '-i tests/inputs.jsonl -o report.html'],
  [keyword, '-i tests/inputs.jsonl --runs 5'],
  [keyword, '-i tests/inputs.jsonl'],
  [keyword, '-i "Extract keywords from this text"'],
  ['', '-i "Hello" -n workers.system.keyword'],
  ['', '-i "msg" -n my.agent'],
  [keyword, '-i tests/inputs.jsonl --runs 5 -o stability.json'],
  [keyword, '-i tests/inputs.jsonl -r report.beautiful -o report.html'],
  [keyword, '-i tests/inputs.jsonl -o results.jsonl --fail-fast'],
  ['', '-i assistants/keyword/tests/inputs.jsonl -u ci-user -t ci-team --runs 3 -o report.json'],
  [keyword, '-i "Extract keywords: AI and ML"'],
  [keyword, '-i tests/inputs.jsonl -o report.html -v'],
  [keyword, '-i tests/inputs.jsonl -c openai.gpt4'],
  [keyword, '-i tests/inputs.jsonl --runs 10 -o stability.json'],
  [keyword, '-i tests/inputs.jsonl --parallel 4 --timeout 2m'],
  [keyword, '-i tests/inputs.jsonl -u admin -t prod-team'],
  [keyword, '-i tests/inputs.jsonl -r report.beautiful -o custom-report.md'],
  [
    keyword,
    '-i tests/inputs.jsonl -n keyword.agent -c deepseek.v3 -u test-user -t test-team --runs 3 --timeout 10m --parallel 4 -r report.html -o report.html',
  ],
  [expense, '-i "agents:tests.generator-agent?count=10" -n assistants.expense'],
  [expense, '-i "agents:tests.generator-agent?count=5" -n assistants.expense --dry-run'],
  [expense, '-i tests/dynamic.jsonl --simulator tests.simulator-agent'],
  [expense, '-i tests/dynamic.jsonl -v'],
  ['', '-i scripts.expense.setup -v'],
  ['', '-i scripts.expense.setup --run "TestSystemReady" -v'],
  ['', '-i scripts.expense.setup --ctx tests/context.json -v'],
  [expense, '-i tests/inputs.jsonl --before env_test.BeforeAll --after env_test.AfterAll'],
  ['', '-i assistants/expense/tests/dynamic.jsonl --simulator tests.simulator-agent -v'],
  ['', '-i scripts.expense.setup -v --fail-fast'],
  [expense, '-n expense.submission -i tests/inputs.jsonl -v'],
  [expense, '-i ./tests/inputs.jsonl --before env_test.BeforeAll --after env_test.AfterAll'],
  ['', '-i "Hello, how are you?" -n assistants.chat'],
  [expense, '-i ./tests/expense.jsonl'],
  [expense, '-i "agents:workers.test.generator?count=10" -n assistants.expense'],
  [expense, '-i ./tests/dynamic.jsonl --simulator workers.test.user-simulator'],
  [expense, '-i ./tests/expense.jsonl --parallel 5'],
  [expense, '-i ./tests/expense.jsonl -v'],
];

/** Words of a command line; quotes hold words together. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

describe.concurrent('the command lines of yao agent test', () => {
  it.for(commands)('in %j: %s', async ([folder, line], { expect: expectHere }) => {
    const { code, stdout, stderr } = await runCli(['test', ...wordsOf(line)], { cwd: path.join(root, folder) });
    expectHere({ code, stderr }, stdout).toEqual({ code: 0, stderr: expectHere.not.stringContaining('exit 1') });
  });
});

describe('their reports', () => {
  it('can be checked for stability with the jq line of the documentation', async () => {
    const cwd = path.join(root, keyword);
    await runCli(['test', '-i', 'tests/inputs.jsonl', '--runs', '3', '-o', 'checked.json'], { cwd });
    const { results } = JSON.parse(readFileSync(path.join(cwd, 'checked.json'), 'utf8'));
    // jq -e '.results | all(.pass_rate >= 80)'
    expect(results.every(({ pass_rate: rate }: { pass_rate: number }) => rate >= 80)).toBe(true);
    expect(results).toHaveLength(2);
  });
});
