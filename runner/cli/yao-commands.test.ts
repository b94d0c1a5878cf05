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

const assistant = (name: string) => JSON.stringify({ name, connector: 'small.v2', description: `The ${name}` });
const prompts = '- role: system\n  content: You answer.\n';
const model = JSON.stringify({ type: 'scripted', rules: [{ answer: 'Your order: a loan, due on Monday' }] });
const generated = [{ id: 'G1', input: 'hi', assert: { type: 'contains', value: 'loan' } }];
const scripted = (answer: unknown) => ({ type: 'scripted', rules: [{ answer }] });

const words = [
  { id: 'W1', input: 'Explain: loan', assert: { type: 'contains', value: 'loan' } },
  { id: 'W2', input: 'Anything', assert: { type: 'not_contains', value: 'nothing' } },
];
const talks = [
  {
    id: 'K1',
    input: 'Hello',
    checkpoints: [{ id: 'answers', assert: { type: 'contains', value: 'order' } }],
    simulator: { use: 'testers.caller-agent', options: { metadata: { persona: 'p', goal: 'g' } } },
  },
  { id: 'K2', input: 'Hello', checkpoints: [{ id: 'answers', assert: { type: 'contains', value: 'order' } }] },
];
const hooks = `
export function BeforeAll(ctx: unknown, cases: unknown[]) { return { data: cases.length }; }
export function AfterAll(ctx: unknown, results: unknown[], data: number) {
  if (data !== results.length) throw new Error('the data of BeforeAll is missing');
}
`;
const ready = `
export function TestShopOpen(t: { assert: { True(value: boolean, message: string): void } }, ctx: object) {
  t.assert.True(typeof ctx === 'object', 'there is a context');
}
export function TestOther(t: { assert: { Equal(actual: number, expected: number): void } }) { t.assert.Equal(1, 1); }
`;

const files: Readonly<Record<string, string | object[]>> = {
  'runner.config.json': JSON.stringify({
    agents: {
      'testers.case-writer': scripted(generated),
      'crew.test.writer': scripted({ cases: generated }),
      'testers.caller-agent': scripted({ message: 'go on', goal_achieved: false }),
      'crew.test.caller-agent': scripted({ message: 'go on', goal_achieved: false }),
      'report.friendly': scripted('# A friendly report'),
      'report.html': scripted('<!doctype html><title>Report</title>'),
    },
  }),
  'connectors/small/v2.conn.yao': model,
  'connectors/large/v4.conn.yao': model,
  ...Object.fromEntries(
    [
      'glossary',
      'glossary/agent',
      'crew/office/glossary',
      'orders',
      'orders/returns',
      'small-talk',
      'own/agent',
    ].flatMap((folder) => [
      [`assistants/${folder}/package.yao`, assistant(folder)],
      [`assistants/${folder}/prompts.yml`, prompts],
    ]),
  ),
  'assistants/glossary/tests/words.jsonl': words,
  'assistants/orders/tests/words.jsonl': words,
  'assistants/orders/tests/orders.jsonl': words,
  'assistants/orders/tests/talks.jsonl': talks,
  'assistants/orders/src/till_test.ts': hooks,
  'assistants/orders/src/ready_test.ts': ready,
  'tests/who.json': JSON.stringify({ authorized: { user_id: 'u', team_id: 't' }, metadata: { mode: 'test' } }),
};

const glossary = 'assistants/glossary';
const orders = 'assistants/orders';

/** All forms of command line that `yao agent test` accepts, by the folder in which they run. */
const commands: readonly [folder: string, line: string][] = [
  [glossary, '-i "Explain these words: loan and due date"'],
  [glossary, '-i "Good evening" -n crew.office.glossary'],
  ['', '-i assistants/glossary/tests/words.jsonl'],
  [glossary, '-i tests/words.jsonl -o words.html'],
  [glossary, '-i tests/words.jsonl --runs 5'],
  [glossary, '-i tests/words.jsonl'],
  [glossary, '-i "Which of these words is a verb?"'],
  ['', '-i "Good evening" -n crew.office.glossary'],
  ['', '--message word -n own.agent'],
  [glossary, '-i tests/words.jsonl --runs 4 -o steady.json'],
  [glossary, '-i tests/words.jsonl -r report.friendly -o words.html'],
  [glossary, '-i tests/words.jsonl --fail-fast -o words.out.jsonl'],
  ['', '-i assistants/glossary/tests/words.jsonl --runs 3 -u night-user -t night-team -o nightly.json'],
  [glossary, '-i "Explain: loan"'],
  [glossary, '-i tests/words.jsonl -v -o words.html'],
  [glossary, '-i tests/words.jsonl -c large.v4'],
  [glossary, '-i tests/words.jsonl --runs 9 -o steady.json'],
  [glossary, '-i tests/words.jsonl --timeout 2m --parallel 4'],
  [glossary, '-i tests/words.jsonl -u ada -t readers'],
  [glossary, '-i tests/words.jsonl -o friendly.md -r report.friendly'],
  [
    glossary,
    '-i tests/words.jsonl -n glossary.agent -c small.v2 -u one-user -t one-team --parallel 4 --runs 3 --timeout 8m -r report.html -o all.html',
  ],
  [orders, '-i "agents:testers.case-writer?count=10" -n assistants.orders'],
  [orders, '-i "agents:testers.case-writer?count=5" --dry-run -n assistants.orders'],
  [orders, '-i tests/talks.jsonl --simulator testers.caller-agent'],
  [orders, '-i tests/talks.jsonl -v'],
  ['', '-i scripts.orders.ready -v'],
  ['', '-i scripts.orders.ready --run "TestShopOpen" -v'],
  ['', '-i scripts.orders.ready -v --ctx tests/who.json'],
  [orders, '-i tests/orders.jsonl --before till_test.BeforeAll --after till_test.AfterAll'],
  ['', '-i assistants/orders/tests/talks.jsonl -v --simulator testers.caller-agent'],
  ['', '-i scripts.orders.ready --fail-fast -v'],
  [orders, '-i tests/words.jsonl -n orders.returns -v'],
  [orders, '-i ./tests/words.jsonl --before till_test.BeforeAll --after till_test.AfterAll'],
  ['', '-i "Is anybody there?" -n assistants.small-talk'],
  [orders, '-i ./tests/orders.jsonl'],
  [orders, '-i "agents:crew.test.writer?count=10" -n assistants.orders'],
  [orders, '-i ./tests/talks.jsonl --simulator crew.test.caller-agent'],
  [orders, '-i ./tests/orders.jsonl --parallel 5'],
  [orders, '-i ./tests/orders.jsonl -v'],
];

/** Splits a command line into words; quoted words stay together. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

describe.concurrent('the command lines of yao agent test', () => {
  it.for(commands)('in %j: %s', async ([folder, line], { expect: expectHere }) => {
    const { code, stdout, stderr } = await runCli(['test', ...splitWords(line)], { cwd: path.join(root, folder) });
    expectHere({ code, stderr }, stdout).toEqual({ code: 0, stderr: expectHere.not.stringContaining('exit 1') });
  });
});

describe('their reports', () => {
  it('can be checked for stability with one line of jq', async () => {
    const cwd = path.join(root, glossary);
    await runCli(['test', '-i', 'tests/words.jsonl', '--runs', '3', '-o', 'checked.json'], { cwd });
    const { results } = JSON.parse(readFileSync(path.join(cwd, 'checked.json'), 'utf8'));
    // Equivalent of the command `jq -e '.results | all(.pass_rate >= 80)'`.
    expect(results.every(({ pass_rate: rate }: { pass_rate: number }) => rate >= 80)).toBe(true);
    expect(results).toHaveLength(2);
  });
});
