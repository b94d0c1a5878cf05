import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AnthropicServer, startAnthropicServer } from '../testing/anthropic-server.ts';
import type { ModelReply } from '../testing/model-server.ts';
import { type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';
import { createScriptedWorkspace, type ScriptedWorkspace } from '../testing/scripted-workspace.ts';

const key = 'sk-loopback-canary-1234567890';

function reply(message: string, more: object = {}): object {
  return { asks_for: [], move: 'tell', message, goals: ['open'], ...more };
}

const start = reply('I want my money back for a lamp');
const end = reply('', { move: 'end', goals: ['done'] });

/**
 * Models for the simulated user. The agent asks for the order number, then whether to refund to the card; then it
 * refunds.
 */
const users: Record<string, object[]> = {
  good: [
    { when: { text: 'order number' }, answer: reply("It's W2378156") },
    { when: { text: 'your card' }, answer: reply('Yes, please.', { move: 'accept' }) },
    { when: { text: 'refunded it' }, answer: end },
    { answer: start },
  ],
  tells_early: [{ answer: reply('I want a refund for W2378156') }],
  tells_all: [
    { when: { text: 'order number' }, answer: reply('W2378156, and my e-mail is lisa@shop.example') },
    { answer: start },
  ],
  invents: [{ when: { text: 'order number' }, answer: reply('It is K-0815-4711') }, { answer: start }],
  assistant: [{ when: { text: 'order number' }, answer: reply('Let me check that for you.') }, { answer: start }],
  ends_on_question: [{ when: { text: 'order number' }, answer: end }, { answer: start }],
  ends_at_once: [{ answer: end }],
  repeats: [{ answer: start }],
  script: [{ answer: reply('Верните мне деньги за лампу') }],
  meta: [{ answer: reply('As an AI I do not need a refund') }],
  empty: [{ answer: reply('') }],
  prose: [{ answer: 'I want my money back for a lamp' }],
  never_ends: [
    { when: { text: 'order number' }, answer: reply("It's W2378156") },
    { when: { text: 'your card' }, answer: reply('Yes, please.', { move: 'accept' }) },
    { when: { text: 'refunded it' }, answer: reply('Great, but I am not happy yet') },
    { answer: start },
  ],
};

const caught: Record<string, string> = {
  tells_early: 'it tells the order number, which the assistant has not asked for',
  tells_all: 'it tells the e-mail, which the assistant has not asked for',
  invents: 'it states "K-0815-4711", which it was not given',
  assistant: 'it talks like the assistant: "let me check"',
  ends_on_question: 'it ends the conversation although the assistant asked "What is your order number?"',
  ends_at_once: 'it ends the conversation while a goal is open',
  repeats: 'it repeats its last message although the assistant asked something else',
  script: 'it is written in another script',
  meta: 'it speaks about the simulation: "as an ai"',
  empty: 'the message is empty',
  prose: 'answered prose instead of JSON: I want my money back for a lamp',
};

const desk = {
  type: 'scripted',
  rules: [
    { when: { turn: 1 }, answer: 'What is your order number?' },
    { when: { turn: 2 }, answer: 'Shall I refund it to your card?' },
    { answer: 'I have refunded it.', tool_calls: [{ name: 'refund', arguments: {} }] },
  ],
};
const lamp = {
  id: 'lamp',
  until: 'done',
  max_turns: 6,
  simulator: {
    goal: 'get a refund for the lamp',
    facts: { 'order number': 'W2378156', 'e-mail': 'lisa@shop.example' },
  },
  assert: { type: 'tool_called', name: 'refund' },
};

let openai: OpenAIServer;
let anthropic: AnthropicServer;
let answer: (request: { body: object }) => ModelReply = () => ({ type: 'answer', content: '' });
let workspace: ScriptedWorkspace;

beforeAll(async () => {
  openai = await startOpenAIServer({ handler: (request) => answer(request), key });
  anthropic = await startAnthropicServer({ handler: (request) => answer(request), key });
  workspace = createScriptedWorkspace();
});
afterAll(async () => {
  workspace.remove();
  await Promise.all([openai.close(), anthropic.close()]);
});
afterEach(() => {
  openai.requests.length = 0;
  anthropic.requests.length = 0;
});

function use(simulator: object = lamp.simulator, config: object = {}): void {
  const connectors = Object.entries(users).map(([id, rules]) => [id, { type: 'scripted', rules }]);
  workspace.write('runner.config.json', { agents: { desk }, models: Object.fromEntries(connectors), ...config });
  workspace.write('cases.jsonl', [{ ...lamp, simulator }]);
}

function run(args: string[], variables: Record<string, string> = {}): Promise<CliResult> {
  return runCli(args, { cwd: workspace.root, variables: { TURNTREE_MODEL: undefined, ...variables } });
}

async function resultOf() {
  const { stdout } = await run(['show', 'latest', '--format', 'json']);
  return JSON.parse(stdout).results[0];
}

describe('--simulator with a connector', () => {
  it('lets a good user play to the end without an alarm', async () => {
    use();
    const { code, stdout } = await run(['test', 'cases.jsonl', '-n', 'desk', '--simulator', 'good']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('ℹ User model: good (--simulator)\n')]);
    const result = await resultOf();
    expect(result.simulator).toMatchObject({ by: 'model', breaches: 0, prompt: 'simulator 1' });
    expect(result.turns.map(({ input }: { input: string }) => input)).toEqual([
      'I want my money back for a lamp',
      "It's W2378156",
      'Yes, please.',
    ]);
    const { stdout: measured } = await run(['simulator', 'check', 'latest']);
    expect(measured).toContain('0 breaches of the rules of the simulator in 3 messages\n');
    expect(measured).toContain('0 of 2 facts told before they were asked for\n');
  });

  it('is another series: no gate compares it with a user by rules', async () => {
    use();
    const db = ['--db', 'series.db'];
    const play = async (...args: string[]) => {
      const played = await run(['test', 'cases.jsonl', '-n', 'desk', ...db, '--no-output', ...args]);
      const { stdout } = await run(['show', 'latest', '--format', 'json', ...db]);
      return { ...played, runId: String(JSON.parse(stdout).metadata.run_id) };
    };
    const rules = await play('--simulator', 'rules');
    const model = await play('--simulator', 'good', '--fail-on-regression');
    expect(model.code).toBe(0);
    expect(model.stderr).toContain('runs with another simulated user do not count (user by rules)\n');
    const refused = await run([
      'test',
      'cases.jsonl',
      '-n',
      'desk',
      '--simulator',
      'good',
      '--baseline',
      rules.runId,
      ...db,
    ]);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining(
        `the run ${rules.runId} had a user by rules, but this run has a user by good, prompt 1\n`,
      ),
    ]);
    const compared = await run(['compare', rules.runId, model.runId, '--fail-on-regression', ...db]);
    expect([compared.code, compared.stderr]).toEqual([
      1,
      'turntree: exit 1: the runs have different simulated users (user by rules; user by good, prompt 1), so no gate applies\n',
    ]);
    expect((await run(['baseline', 'show', model.runId, ...db])).stdout).toContain(
      'cases.jsonl, agent desk, user by good, prompt 1\n',
    );
  });

  it.each(Object.entries(caught))('stops the bad user %s before anything of it is sent', async (id, words) => {
    use();
    const { code } = await run(['test', 'cases.jsonl', '-n', 'desk', '--simulator', id]);
    expect(code).toBe(1);
    const result = await resultOf();
    expect(result).toMatchObject({ status: 'error', end_reason: 'simulator_error' });
    expect(result.error).toContain(words);
    expect(result.faults).toMatchObject([{ by: 'simulator', kind: 'simulator_broken', confidence: 'certain' }]);
    expect(result.simulator.breaches).toBeGreaterThanOrEqual(3);
    const told = (result.turns ?? []).map(({ input }: { input: string }) => input);
    expect(['I want my money back for a lamp', undefined]).toContain(told[0]);
    expect(told.length).toBeLessThanOrEqual(1);
  });
});

it('ends a user that never ends at the last turn, and says so', async () => {
  use();
  const { code, stdout } = await run(['test', 'cases.jsonl', '-n', 'desk', '--simulator', 'never_ends', '-v']);
  expect(code).toBe(0);
  expect(stdout).toContain('the user had not ended after 6 turns, the maximum');
  expect(await resultOf()).toMatchObject({ end_reason: 'max_turns', total_turns: 6 });
});

describe('a user by a model', () => {
  const byModel = { ...lamp.simulator, by: 'model' };
  const talk: ModelReply[] = [start, reply("It's W2378156"), reply('Yes, please.'), end].map((content) => ({
    type: 'answer',
    content: JSON.stringify(content),
  }));
  const inOrder = (replies: ModelReply[]) => {
    let index = 0;
    return () => replies[index++] ?? { type: 'error' as const, status: 500, message: 'too many calls' };
  };

  it('is asked for structured output by the provider’s own means', async () => {
    use(byModel, { helpers: { simulator: 'openai:gpt-loop' } });
    answer = inOrder(talk);
    const { code, stdout } = await run(['test', 'cases.jsonl', '-n', 'desk'], {
      OPENAI_API_KEY: key,
      OPENAI_BASE_URL: `${openai.url}/v1`,
    });
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('User model: openai:gpt-loop ("helpers" in the workspace config)'),
    ]);
    const [first, second] = openai.requests.map(({ body }) => body);
    expect(first).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'user_reply', strict: true } },
      messages: [{ role: 'system' }, { role: 'user', content: 'Begin the conversation.' }],
    });
    expect(JSON.stringify(first)).not.toContain('W2378156');
    expect(JSON.stringify(second)).toContain('order number: W2378156');
    expect(JSON.stringify(openai.requests.map(({ body }) => body))).not.toContain('lisa@shop.example');
  });

  it('plays cases that name no player if the config names its model, but not those by rules', async () => {
    const own = { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${openai.url}/v1` };
    use(lamp.simulator, { helpers: { simulator: 'openai:gpt-loop' } });
    answer = inOrder(talk);
    expect((await run(['test', 'cases.jsonl', '-n', 'desk'], own)).code).toBe(0);
    expect(openai.requests).toHaveLength(4);
    use({ ...lamp.simulator, by: 'rules' }, { helpers: { simulator: 'openai:gpt-loop' } });
    expect((await run(['test', 'cases.jsonl', '-n', 'desk'], own)).code).toBe(0);
    use(lamp.simulator, { helpers: { simulator: 'openai:gpt-loop' } });
    expect((await run(['test', 'cases.jsonl', '-n', 'desk', '--simulator', 'rules'], own)).code).toBe(0);
    expect(openai.requests).toHaveLength(4);
  });

  it('is not switched on by a key in the environment', async () => {
    use(lamp.simulator, { models: {} });
    const own = { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${openai.url}/v1`, TURNTREE_MODEL: 'openai:gpt-loop' };
    expect((await run(['test', 'cases.jsonl', '-n', 'desk'], own)).code).toBe(0);
    expect(openai.requests).toEqual([]);
  });

  it('speaks with Anthropic, too', async () => {
    use(byModel, { helpers: { simulator: 'anthropic:claude-loop' } });
    answer = inOrder(
      [start, reply("It's W2378156"), reply('Yes, please.'), end].map((content) => ({
        type: 'answer',
        content: '',
        toolCalls: [{ name: 'user_reply', arguments: JSON.parse(JSON.stringify(content)) }],
      })),
    );
    const own = { ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: anthropic.url };
    expect((await run(['test', 'cases.jsonl', '-n', 'desk'], own)).code).toBe(0);
    expect(anthropic.requests[0]?.body).toMatchObject({ tool_choice: { type: 'tool', name: 'user_reply' } });
  });

  it.each([
    [
      { type: 'error', status: 401, message: 'wrong key' },
      { by: 'case', kind: 'auth' },
    ],
    [
      { type: 'error', status: 429, message: 'slow down', headers: { 'retry-after-ms': '1' } },
      { by: 'infra', kind: 'rate_limit' },
    ],
  ] satisfies [ModelReply, object][])(
    'blames the service that refuses, and keeps the turns before: %j',
    async (refusal, fault) => {
      use(byModel, { helpers: { simulator: 'openai:gpt-loop' } });
      answer = inOrder([...talk.slice(0, 2), ...new Array<ModelReply>(20).fill(refusal)]);
      const own = { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${openai.url}/v1` };
      expect((await run(['test', 'cases.jsonl', '-n', 'desk'], own)).code).toBe(1);
      const result = await resultOf();
      expect(result.error).toContain(refusal.message);
      expect(result.faults).toMatchObject([{ ...fault, confidence: 'certain' }]);
      expect(result.turns).toMatchObject([{ input: 'I want my money back for a lamp' }, { input: "It's W2378156" }]);
    },
  );

  it('needs a model, and says how to set one', async () => {
    use(byModel, { models: {} });
    const { code, stderr } = await run(['test', 'cases.jsonl', '-n', 'desk']);
    expect(code).toBe(1);
    expect(stderr).toContain('the built-in simulator has no model; set "helpers": {"simulator": "<connector>"}');
  });

  it('shows its prompt', async () => {
    const { stdout } = await run(['show', '--prompt', 'simulator']);
    expect(stdout).toMatch(/^simulator 1\n\n# Who you are\n/);
  });
});
