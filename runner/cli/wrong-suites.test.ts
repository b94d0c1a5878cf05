import { describe, expect, it } from 'vitest';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';
import type { Json, JsonObject } from '../values/index.ts';

const agents = { desk: { type: 'module', path: 'desk.mjs' } };
const desk = { 'desk.mjs': 'export default () => "It is refunded.";' };
const lines = (...cases: JsonObject[]): string => cases.map((each) => `${JSON.stringify(each)}\n`).join('');

/** The lines of `turntree lint` on a workspace. */
async function lint(files: Record<string, string>, config: JsonObject = { agents }): Promise<string[]> {
  const cwd = await createTemporaryWorkspace({ ...desk, 'runner.config.json': JSON.stringify(config), ...files });
  const { stdout } = await runCli(['lint'], { cwd });
  return stdout.split('\n').filter((line) => line !== '');
}

describe('a case that is written twice', () => {
  const price = (id: string, more: JsonObject = {}): JsonObject => ({
    id,
    input: 'How much is the lamp?',
    assert: { type: 'contains', value: '40 EUR' },
    ...more,
  });

  it('is said in one file and across files, whatever its name and tags', async () => {
    const other = lines(price('usd', { name: 'dollars' }));
    expect(
      await lint({ 'tests/a.jsonl': lines(price('eur'), price('usd', { tags: ['shop'] })), 'tests/b.jsonl': other }),
    ).toEqual([
      'tests/a.jsonl:2:1: warning: case "usd" has the input and the checks of "eur" in line 1; change one, or repeat a case with --runs',
      'tests/b.jsonl:1:1: warning: case "usd" has the input and the checks of "eur" in tests/a.jsonl:1; change one, or repeat a case with --runs',
    ]);
  });

  it('is not said where anything that counts differs', async () => {
    const different: JsonObject[] = [
      {},
      { user: 'bob' },
      { input: 'And in USD?' },
      { options: { metadata: { locale: 'de' } } },
    ];
    expect(await lint({ 'tests/a.jsonl': lines(...different.map((more, at) => price(`c${at}`, more))) })).toEqual([]);
  });
});

it('a doubtful line of code is named once, although several cases use its file', async () => {
  const cases = ['a', 'b'].map((id) => ({ id, input: id, assert: { type: 'script', script: 'scripts.once.Fresh' } }));
  const script = 'const seen = /a/g;\nexport function Fresh(text) {\n  return seen.test(text);\n}\n';
  expect(await lint({ 'once.jsonl': lines(...cases), 'scripts/once.ts': script })).toEqual([
    expect.stringMatching(/^once\.jsonl:1:\d+: warning: scripts\/once\.ts:3: seen has the flag g/),
  ]);
});

describe('a judge that rejects nothing', () => {
  const polite = (more: JsonObject) =>
    lines({ id: 'a', input: 'My parcel is late', assert: { type: 'agent', value: 'stays polite', ...more } });
  const judge = (verdict: string): string =>
    `export default ({ input }) => {\n  const { output, criteria } = JSON.parse(input);\n  ${verdict}\n};\n`;
  const ownJudge = { agents: { ...agents, judge: { type: 'module', path: 'judge.mjs' } } };
  const own = (verdict: string) =>
    lint({ 'desk/a.jsonl': polite({ use: 'agents:judge' }), 'judge.mjs': judge(verdict) }, ownJudge);

  it('looks only at the length', async () => {
    const message =
      'desk/a.jsonl:1:93: warning: the judge "judge" (judge.mjs) passes every answer that is not empty: it looks only at its length';
    const score = 'const score = output.length;\n  return JSON.stringify({ passed: score > 0, reason: criteria });';
    expect(await own(score)).toEqual([message]);
    expect(await own('return { passed: output.length >= 1, reason: criteria };')).toEqual([message]);
    expect(await own('return { passed: output.length > 40, reason: criteria };')).toEqual([]);
    expect(await own('return { passed: output.length > 0 && !/fool/.test(output) };')).toEqual([]);
  });

  it('looks only at the last answer of a conversation', async () => {
    const talk = (code: string, more: JsonObject = { turns: ['Hi', 'Thanks'] }) => {
      const judged = { id: 'a', ...more, assert: { type: 'agent', use: 'agents:judge', value: 'stays polite' } };
      return lint({ 'desk/a.jsonl': lines(judged), 'judge.mjs': code }, ownJudge);
    };
    const last = judge('return { passed: !/fool/.test(output), reason: criteria };');
    expect(await talk(last)).toEqual([
      expect.stringMatching(
        /the judge "judge" \(judge\.mjs\) reads "output", which is only the last answer of the conversation; "conversation" has the earlier turns, too$/,
      ),
    ]);
    expect(await talk(last, { input: 'Hi' })).toEqual([]);
    expect(await talk(last.replace('output,', 'output, conversation,'))).toEqual([]);
  });

  it('finds the criterion in its own request', async () => {
    const verdict = (passed: boolean): Json => ({ passed, reason: 'so' });
    const scripted = (...rules: Json[]) =>
      lint(
        { 'desk/a.jsonl': polite({ use: 'agents:judge' }) },
        { agents: { ...agents, judge: { type: 'scripted', rules: [...rules, { answer: verdict(false) }] } } },
      );
    const onText = (text: string, passed = true): Json => ({ when: { text }, answer: verdict(passed) });
    const onOutput = (passed: boolean): Json => ({ when: { output: 'fool' }, answer: verdict(passed) });
    expect(await scripted(onText('stays polite'))).toEqual([
      'desk/a.jsonl:1:93: warning: the judge "judge" passes every answer: its rule finds "stays polite" in the criterion, which is part of the request; write "output" instead of "text"',
    ]);
    expect(await scripted(onText('/never/'), onText('/stays pol/'))).toHaveLength(1);
    expect(await scripted(onOutput(false), onText('stays polite'))).toEqual([]);
    expect(await scripted(onText('stays polite', false), onText('polite'))).toEqual([]);
    expect(await scripted(onText('/^stays/'), onText('/[/'), onText('good day'))).toEqual([
      expect.not.stringContaining('passes every answer'),
    ]);
  });

  it('is scripted, and says nothing but yes', async () => {
    const says = (...verdicts: string[]): Json =>
      verdicts.map((verdict) => ({ answer: { criteria: [{ requirement: 'stays polite', verdict }] } }));
    const grader = (rules: Json) =>
      lint(
        { 'tests/a.jsonl': polite({}) },
        { agents, models: { grader: { type: 'scripted', rules } }, helpers: { judge: 'grader' } },
      );
    expect(await grader(says('yes'))).toEqual([
      'tests/a.jsonl:1:48: warning: the judge passes every answer: no rule of grader has a verdict but "yes"',
    ]);
    expect(await grader(says('no', 'yes'))).toEqual([]);
    expect(await grader([{ answer: 'I cannot say.' }])).toEqual([]);
  });
});

it('is said of a scorer that scores the table with itself', async () => {
  const table =
    'scorer_type,id,input,expected_output,expected_score_min,expected_score_max\nweekday,a,When?,On Friday.,1,1\n';
  const scorer = (names: string) =>
    lint({
      'tests/days.csv': table,
      'tests/scorers/weekday.mjs': `export default function weekday({ ${names} }) {\n  return /day/.test(${names}) ? 1 : 0;\n}\n`,
    });
  expect(await scorer('expectedOutput')).toEqual([
    'tests/days.csv:2:1: warning: tests/scorers/weekday.mjs:1: the function never reads "output", which it scores',
  ]);
  expect(await scorer('output')).toEqual([]);
});

it('is said of a function on the state that compares a text with a number', async () => {
  const shop = (amount: string) =>
    `export function Refund({ sum }, state) {\n  state.refunds.push({ amount: ${amount} });\n  return { ok: true };\n}\nexport function OnlySmall(state) {\n  return !state.refunds.some(({ amount }) => amount > 50);\n}\n`;
  const small = {
    id: 'small',
    turns: ['Refund my sofa'],
    state: { refunds: [] },
    mocks: { refund: { use: 'scripts:shop.Refund' } },
    assert: { type: 'state', use: 'scripts:shop.OnlySmall' },
  };
  const lintShop = (amount: string) => lint({ 'tests/a.jsonl': lines(small), 'scripts/shop.mjs': shop(amount) });
  expect(await lintShop("'900 EUR'")).toEqual([
    `tests/a.jsonl:1:145: warning: scripts/shop.mjs:5: OnlySmall compares "amount" with a number (amount > 50), but its value is a text such as '900 EUR'`,
  ]);
  expect(await lintShop('sum')).toEqual([]);
});

it('is said of a passing function that reads a member of an answer that is a text, in a run', async () => {
  const asked = { id: 'a', input: 'Who is the boss?', assert: { type: 'script', script: 'scripts.checks.NoAddress' } };
  const run = async (answer: string): Promise<string> => {
    const cwd = await createTemporaryWorkspace({
      'desk.mjs': `export default () => (${answer});`,
      'runner.config.json': JSON.stringify({ agents }),
      'tests/a.jsonl': lines(asked),
      'scripts/checks.mjs': 'export function NoAddress(output) {\n  return !/@/.test(output.content);\n}\n',
    });
    return (await runCli(['test', 'tests', '--no-output', '--no-history'], { cwd })).stdout;
  };
  expect(await run("'ann@shop.example'")).toContain(
    '⚠ scripts/checks.mjs:1: NoAddress reads output.content, but the answer is a text, which has no content; use output itself',
  );
  const data = await run("{ next: { content: 'No.' } }");
  expect(data).toContain('PASSED');
  expect(data).not.toContain('⚠');
});

it('is said of a variable in which a shared module remembers the user, in lint and in a run', async () => {
  const code =
    "let name = 'nobody';\nexport default ({ input }) => {\n  name = /I am (\\w+)/.exec(input)?.[1] ?? name;\n  return name;\n};\n";
  const files = {
    'desk.mjs': code,
    'tests/a.jsonl': lines({ id: 'a', input: 'I am Ada', assert: { type: 'contains', value: 'Ada' } }),
  };
  const isolated = (isolate: string) => ({ agents: { desk: { ...agents.desk, isolate } } });
  const message =
    'desk.mjs:1:1: warning: "isolate": "suite" shares "name" between all attempts, so a case may pass because of an earlier one';
  expect(await lint(files, isolated('suite'))).toEqual([message]);
  expect(await lint(files, isolated('case'))).toEqual([]);
  const cwd = await createTemporaryWorkspace({ ...files, 'runner.config.json': JSON.stringify(isolated('suite')) });
  const { stderr } = await runCli(['test', 'tests', '--no-output', '--no-history'], { cwd });
  expect(stderr).toBe(`turntree: warning: ${message.replace('warning: ', '')}\n`);
});

it('is said of a request with one session for all cases', async () => {
  const entry = (body: JsonObject): JsonObject => ({
    agents: { desk: { type: 'http', url: 'http://127.0.0.1:9/chat', output: 'reply', body } },
  });
  const files = { 'tests/a.jsonl': lines({ id: 'a', input: 'Hi', assert: { type: 'contains', value: '30 days' } }) };
  expect(await lint(files, entry({ message: '{{input}}', session: 'test' }))).toEqual([
    expect.stringContaining(
      'all cases share the session "test", so the agent may remember earlier cases; write "{{session_id}}"',
    ),
  ]);
  const right: JsonObject[] = [
    { message: '{{input}}', session: '{{session_id}}' },
    { messages: '{{messages}}', session: 'test' },
    { message: '{{input}}', channel: 'test' },
  ];
  for (const body of right) expect(await lint(files, entry(body))).toEqual([]);
});

it('is said of a request without the message of the case, in lint and in a run', async () => {
  const entry = (more: JsonObject): JsonObject => ({
    agents: { desk: { type: 'http', url: 'http://127.0.0.1:9/faq', output: 'reply', ...more } },
  });
  const body = { message: 'What is your refund policy?', session: '{{session_id}}' };
  const files = { 'tests/a.jsonl': lines({ id: 'a', input: 'Hi', assert: { type: 'contains', value: '30 days' } }) };
  const message = (key: string): string =>
    `the agent never gets the message of a case: its request has no {{input}} or {{messages}}; write one of them in "${key}"`;
  expect(await lint(files, entry({ body }))).toEqual([
    expect.stringMatching(/^runner\.config\.json:1:\d+: warning: the agent never gets /),
  ]);
  expect(await lint(files, entry({ method: 'GET' }))).toEqual([expect.stringContaining(message('url'))]);
  const right: JsonObject[] = [
    {},
    { body: { ...body, message: '{{input}}' } },
    { method: 'GET', url: 'http://127.0.0.1:9/faq?q={{ input }}' },
    { body: { orders: '{{metadata.orders}}' } },
    { body: { id: '{{setup.id}}' }, setup: { url: '/sessions', body: { text: '{{input}}' } } },
  ];
  for (const each of right) expect(await lint(files, entry(each))).toEqual([]);
  const cwd = await createTemporaryWorkspace({ ...files, 'runner.config.json': JSON.stringify(entry({ body })) });
  const { stderr } = await runCli(['test', 'tests', '--no-output', '--no-history'], { cwd });
  expect(stderr).toContain(message('body'));
});

it('is said of a script that computes what it expects with the code of the agent', async () => {
  const pricing = 'export function total(count) {\n  return count * 5;\n}\n';
  const desk =
    "import { total } from './pricing.mjs';\nexport default ({ input }) => 'That is ' + total(Number(input)) + ' EUR.';\n";
  const script = (code: string) =>
    `import { total } from '../pricing.mjs';\nexport function Right(output, input) {\n  return output.includes(${code});\n}\n`;
  const files = (code: string) => ({
    'desk.mjs': desk,
    'pricing.mjs': pricing,
    'scripts/checks.mjs': script(code),
    'tests/a.jsonl': lines({ id: 'a', input: '4', assert: { type: 'script', script: 'scripts.checks.Right' } }),
  });
  expect(await lint(files("total(Number(input)) + ' EUR'"))).toEqual([
    expect.stringMatching(
      /^tests\/a\.jsonl:1:\d+: warning: scripts\/checks\.mjs:3: Right computes with total\(\), which is the agent's own code \(pricing\.mjs\)/,
    ),
  ]);
  expect(await lint(files("'20 EUR'"))).toEqual([]);
});

it('is said of a copied entry without the export of its name', async () => {
  const tests = { 'desk.mjs': 'export default () => "It is refunded.";\nexport const v2 = () => "No.";' };
  const config = (more: JsonObject, id = 'desk-v2'): JsonObject => ({
    agents: { ...agents, [id]: { ...agents.desk, name: 'New', ...more } },
  });
  expect(await lint(tests, config({}))).toEqual([
    expect.stringMatching(
      /^runner\.config\.json:1:\d+: warning: "desk-v2" is the same agent as "desk", although its module exports v2; add "export": "v2"$/,
    ),
  ]);
  expect(await lint(tests, config({ export: 'v2' }))).toEqual([]);
  expect(await lint(tests, config({ isolate: 'process' }))).toEqual([]);
  expect(await lint(tests, config({}, 'twin'))).toEqual([]);
});

it('is said of defaults with which no run can start', async () => {
  const files = { 'tests/a.jsonl': lines({ id: 'a', input: 'Hi', assert: { type: 'contains', value: 'refunded' } }) };
  const config = (defaults: JsonObject) => lint(files, { agents, defaults });
  expect(await config({ runs: 3, 'min-pass-rate': 0.8 })).toEqual([
    expect.stringMatching(
      /^runner\.config\.json:1:\d+: defaults\.min-pass-rate takes a percentage from 1 to 100, .* did you mean 80\?$/,
    ),
  ]);
  expect(await config({ 'max-cost': 1 })).toEqual([expect.stringContaining('--max-cost: no connector or agent')]);
  expect(await config({ runz: 1 })).toEqual([expect.stringContaining('defaults.runz is not a flag')]);
  expect(await config({ runs: 3, 'min-pass-rate': 80, timeout: '5s' })).toEqual([]);
});

it('is said of a folder of one agent that defaults test with another, in lint and in a run', async () => {
  const file = lines({ id: 'a', input: 'Hi', assert: { type: 'contains', value: 'refunded' } });
  const config = {
    agents: { ...agents, 'desk-v2': { ...agents.desk, isolate: 'process' } },
    defaults: { name: 'desk' },
  };
  const message =
    'tests/desk-v2 is tested with desk, because of "defaults" in the config, not with desk-v2; to test that agent, use -n desk-v2';
  expect(await lint({ 'tests/desk-v2/a.jsonl': file }, config)).toEqual([
    `tests/desk-v2/a.jsonl:1:1: warning: ${message}`,
  ]);
  for (const folder of ['desk', 'shop']) expect(await lint({ [`tests/${folder}/a.jsonl`]: file }, config)).toEqual([]);
  const cwd = await createTemporaryWorkspace({
    ...desk,
    'tests/desk-v2/a.jsonl': file,
    'runner.config.json': JSON.stringify(config),
  });
  const stderrOf = async (...args: string[]) =>
    (await runCli(['test', 'tests', '--no-output', '--no-history', ...args], { cwd })).stderr;
  expect(await stderrOf()).toBe(`turntree: warning: ${message}\n`);
  expect(await stderrOf('-n', 'desk')).toBe('');
});

it('is said of variables that a hook sets for an agent in another process', async () => {
  const hook = "export function Before() {\n  process.env.LAMP_PRICE = '20';\n}\n";
  const priced = { id: 'a', input: 'Hi', before: 'env_test.Before', assert: { type: 'contains', value: 'refunded' } };
  const files = (testCase: JsonObject) => ({ 'src/env_test.ts': hook, 'tests/a.jsonl': lines(testCase) });
  expect(await lint(files(priced))).toEqual([
    'tests/a.jsonl:1:33: warning: src/env_test.ts:2: process.env.LAMP_PRICE is set in the process of the hooks, which no agent sees; set it with -e, or pass the value in "metadata"',
  ]);
  const mock = 'export const Price = () => process.env.LAMP_PRICE;\n';
  const mocked = { ...priced, turns: ['Hi'], input: undefined, mocks: { price: { use: 'scripts.shop.Price' } } };
  const { input: _, ...conversation } = mocked;
  expect(await lint({ ...files(conversation), 'src/shop.ts': mock })).toEqual([]);
});

it('is said of an attachment that is not the file of its name', async () => {
  const sent = (type: string, name: string) => ({
    'tests/a.jsonl': lines({
      id: 'a',
      input: { role: 'user', content: [{ type, source: `file://files/${name}` }] },
      assert: { type: 'contains', value: 'refunded' },
    }),
  });
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 128411\n';
  const page = '<!DOCTYPE html>\n<html><body>Not Found</body></html>';
  expect(await lint({ ...sent('file', 'lease.pdf'), 'tests/files/lease.pdf': pointer })).toEqual([
    expect.stringMatching(/^tests\/a\.jsonl:1:\d+: warning: the attachment "files\/lease\.pdf" is a Git LFS pointer, /),
  ]);
  expect(await lint({ ...sent('image', 'taxi.png'), 'tests/files/taxi.png': page })).toEqual([
    expect.stringContaining('"files/taxi.png" is an HTML page, perhaps of a failed download, and not image/png'),
  ]);
  expect(await lint({ ...sent('file', 'page.html'), 'tests/files/page.html': page })).toEqual([]);
  expect(await lint({ ...sent('image', 'taxi.png'), 'tests/files/taxi.png': '' })).toEqual([]);
});

it('is said of parts of a case that have no effect', async () => {
  const mocks = { get_order: { result: { note: 'Ring twice.' } }, transfer: { result: { ok: true } } };
  const goal = (name: string) => ({
    into: 'get_order.$.note',
    text: '@important_message',
    goal: { type: 'tool_called', name },
  });
  const pin = { type: 'not_contains', value: 'my secret' };
  const messages = await lint({
    'tests/a.jsonl': lines(
      { id: 'tag', tags: ['smoke, refund', 'shop'], input: 'a', assert: pin },
      { id: 'goal', turns: ['b'], mocks, inject: goal('send_money'), assert: pin },
      { id: 'right-goal', turns: ['c'], mocks, inject: goal('transfer'), assert: pin },
      { id: 'passed-goal', turns: ['d'], mocks, pass: ['send_*'], inject: goal('send_money'), assert: pin },
      { id: 'push', max_turns: 1, simulator: { goal: 'get the PIN', traits: ['push_back'] }, assert: pin },
      { id: 'right-push', max_turns: 2, simulator: { goal: 'get the PIN', traits: ['push_back'] }, assert: pin },
      {
        id: 'answered',
        input: [
          { role: 'user', content: 'e' },
          { role: 'assistant', content: 'f' },
        ],
        assert: pin,
      },
      {
        id: 'placeholder',
        input: 'g',
        options: { metadata: { password: 'tulip' } },
        assert: [
          { type: 'not_contains', value: '{{password}}' },
          { type: 'not_contains', value: '{{other}}' },
        ],
      },
    ),
  });
  expect(messages.map((message) => message.replace(/^tests\/a\.jsonl:(\d+):\d+: warning: /, '$1 '))).toEqual([
    '1 no --tag selects "smoke, refund"; write "smoke","refund"',
    '2 "send_money" has no mock in this case, so no call of it can reach the goal',
    '5 "push_back" has no effect with "max_turns": 1, because the user speaks only once',
    '7 the last message is from the assistant, so the agent would answer itself; end with a message of the user',
    '8 {{password}} is compared literally; write the actual text instead',
  ]);
});
