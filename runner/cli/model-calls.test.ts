import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnthropicServer, startAnthropicServer } from '../testing/anthropic-server.ts';
import type { ModelReply } from '../testing/model-server.ts';
import { type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { runCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const key = 'sk-canary-0123456789';
let root: string;
let openai: OpenAIServer;
let anthropic: AnthropicServer;
let answer: (prompt: string) => ModelReply;

const connector = (type: string, options: object, more: object = {}) =>
  JSON.stringify({ type, ...more, options: { model: 'm', host: '$ENV.OPENAI', key: '$ENV.SOME_KEY', ...options } });
const cost = { input_per_million: 1000, output_per_million: 2000 };

beforeAll(async () => {
  const handler = ({ body }: { body: { messages: unknown[] } }) => answer(JSON.stringify(body.messages.at(-1)));
  openai = await startOpenAIServer({ handler, key });
  anthropic = await startAnthropicServer({ handler, key });
  root = await createTemporaryWorkspace({
    'assistants/helper/package.yao': '{"name": "Helper", "connector": ""}',
    'assistants/helper/prompts.yml': '- role: system\n  content: be kind\n',
    'agent/agent.yml': 'system:\n  default: gpt\n  light: claude\n',
    'assistants/light/package.yao': '{"name": "Light", "connector": "use::light"}',
    'assistants/fickle/package.yao': '{"name": "Fickle", "connector": "gpt"}',
    'assistants/fickle/prompts.yml': '- role: system\n  content: be kind\n',
    'assistants/fickle/src/index.ts': 'function Create() { return { connector: "use::light" }; }',
    'assistants/judge/package.yao': '{"name": "Judge", "connector": "claude"}',
    'connectors/gpt.conn.yao': connector('openai', {}, { cost }),
    'connectors/claude.conn.yao': connector('anthropic', { host: '$ENV.ANTHROPIC', max_tokens: 100 }, { cost }),
    'connectors/free.conn.yao': connector('openai', {}),
    'connectors/gone.conn.yao': connector('openai', { host: 'http://127.0.0.1:1' }),
    'connectors/wrong-key.conn.yao': connector('anthropic', { host: '$ENV.ANTHROPIC', key: 'sk-wrong-0123456789' }),
    'connectors/one.conn.yao': connector('openai', { max_parallel: 1 }),
    'connectors/small.conn.yao': connector('openai', { capabilities: { tool_calls: false, vision: false } }),
    'assistants/helper/tests/pixel.png': 'not really',
    'twice.ts': `export default async ({ input, messages }, { model }) => {
      for (let call = 0; call < 2; call += 1) await model.generate({ messages });
      if (input === 'break') throw new Error('broken');
      return new Promise(() => {});
    };`,
    'own.ts': `export default () => ({ content: 'hello', usage: { input_tokens: 100, output_tokens: 50, calls: 1 } });`,
    'runner.config.json': JSON.stringify({
      agents: {
        twice: { type: 'module', path: 'twice.ts', connector: 'gpt' },
        own: { type: 'module', path: 'own.ts', cost },
      },
    }),
  });
});
afterAll(async () => {
  await Promise.all([openai.close(), anthropic.close()]);
  rmSync(root, { recursive: true, force: true });
});

async function run(cases: readonly object[], ...flags: string[]) {
  const lines = cases.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  writeFileSync(path.join(root, 'assistants/helper/tests/cases.jsonl'), lines);
  const { code, stdout, stderr } = await runCli(
    ['test', 'assistants/helper/tests/cases.jsonl', '-o', 'report.json', '-o', 'report.md', ...flags],
    { cwd: root, variables: { OPENAI: openai.url, ANTHROPIC: anthropic.url, SOME_KEY: key } },
  );
  const readText = (file: string) => readFileSync(path.join(root, file), 'utf8');
  return {
    code,
    stdout,
    stderr,
    report: () => JSON.parse(readText('report.json')),
    markdown: () => readText('report.md'),
  };
}

const answerWith = (content: string): ModelReply => ({
  type: 'answer',
  content,
  usage: { input: 100, output: 50, cached: 40 },
});

describe('models over HTTP', () => {
  it('cost what their connectors say, by role, in every report', async () => {
    answer = (prompt) => answerWith(prompt.includes('criteria') ? '{"passed": true, "reason": "kind"}' : 'hello');
    const judged = { type: 'agent', use: 'agents:judge', value: 'is kind' };
    const { code, stdout, report, markdown } = await run([{ id: 'one', input: 'hi', assert: judged }]);
    expect(code).toBe(0);
    const usage = { input_tokens: 100, cached_tokens: 40, output_tokens: 50, calls: 1, retries: 0, cost: 0.2 };
    const { summary, results } = report();
    expect(summary).toMatchObject({ cost: 0.4, usage: { agent: usage, judge: usage } });
    expect(results).toMatchObject([{ usage: { agent: usage, judge: usage } }]);
    expect(markdown()).toContain('cost 0.2');
    expect(markdown()).toMatch(/\| Cost +\| 0\.40 /);
    expect(stdout).toContain('agent: 1 model call, 100 (40 cached) → 50 tokens, cost 0.20');
    expect(stdout).toMatch(/Cost: +0\.40\n/);
  });

  it('are found by role, and by the role default when an agent names none', async () => {
    answer = () => answerWith('hello');
    const before = { openai: openai.requests.length, anthropic: anthropic.requests.length };
    await run([{ id: 'one', input: 'hi' }]);
    await run([{ id: 'one', input: 'hi' }], '-n', 'light');
    expect(openai.requests.slice(before.openai)).toHaveLength(1);
    expect(anthropic.requests.slice(before.anthropic)).toMatchObject([{ body: { max_tokens: 100 } }]);
  });

  it.each(['gpt', 'claude'])('fail on their own attempts, with connector, place and status: %s', async (id) => {
    answer = (prompt) => {
      if (prompt.includes('lost')) return { type: 'error', status: 404, message: 'no such model' };
      if (prompt.includes('garbage')) return { type: 'garbage', body: 'data: {"choices": [nonsense\n\n' };
      return answerWith('hello');
    };
    const cases = [
      { id: 'lost', input: 'lost' },
      { id: 'garbage', input: 'garbage' },
      { id: 'fine', input: 'fine' },
    ];
    const { code, report } = await run(cases, '-c', id, '--parallel', '3');
    expect(code).toBe(1);
    const place = `connector "${id}" at ${id === 'gpt' ? openai.url : anthropic.url}/v1`;
    expect(report().results).toMatchObject([
      { status: 'error', error: `model error: ${place} answered 404: no such model` },
      { status: 'error', error: expect.stringContaining(`model error: ${place} failed: `) },
      { status: 'passed' },
    ]);
  });

  it('that nobody serves, or that refuse the key, are named', async () => {
    const lostRun = await run([{ id: 'one', input: 'hi' }], '-c', 'gone');
    expect(lostRun.report().results[0].error).toMatch(
      /^model error: connector "gone" at http:\/\/127\.0\.0\.1:1\/v1 failed: .* \(tried 4 times\)$/,
    );
    const refused = await run([{ id: 'one', input: 'hi' }], '-c', 'wrong-key');
    expect(refused.report().results[0].error).toBe(
      `model error: connector "wrong-key" at ${anthropic.url}/v1 answered 401: Incorrect API key provided`,
    );
    expect(refused.stdout).not.toContain('sk-wrong-0123456789');
  });

  it('are waited for under the deadline of the attempt, which says so', async () => {
    answer = () => ({ type: 'hang', where: 'before headers' });
    const cases = [
      { id: 'served', input: 'a', timeout: '2s' },
      { id: 'queued', input: 'b', timeout: '700ms' },
    ];
    const { report } = await run(cases, '-c', 'one', '--parallel', '2');
    expect(report().results).toMatchObject([
      {
        status: 'timeout',
        error: expect.stringContaining("timeout after 2s: waiting for the agent's model in turn 1"),
      },
      {
        status: 'timeout',
        error: expect.stringContaining(
          'timeout after 700ms: waiting for the agent\'s model in turn 1, waiting for a free slot at connector "one", which allows 1 call at a time',
        ),
      },
    ]);
  });

  it('get no images that they cannot see, and the result says so', async () => {
    answer = () => answerWith('I see nothing');
    const input = {
      role: 'user',
      content: [
        { type: 'text', text: 'look' },
        { type: 'image', source: 'file://pixel.png' },
      ],
    };
    const { stdout, report } = await run([{ id: 'blind', input }], '-c', 'small');
    const warning = 'connector "small" cannot see: 1 image was not sent';
    expect(report().results[0].warnings).toEqual([warning]);
    expect(stdout).toContain(warning);
    expect(JSON.stringify(openai.requests.at(-1)?.body.messages)).not.toContain('image_url');
  });
});

describe('what is spent without an answer', () => {
  const usage = { input_tokens: 200, output_tokens: 100, calls: 2, cost: expect.closeTo(0.4) };

  it('counts, also when the agent breaks or runs out of time after it asked its model', async () => {
    answer = () => answerWith('hello');
    const cases = [
      { id: 'broken', input: 'break' },
      { id: 'late', input: 'hang', timeout: '3s' },
    ];
    const { report } = await run(cases, '-n', 'twice', '--parallel', '2');
    const { results, summary } = report();
    expect(results).toMatchObject([
      { status: 'error', usage: { agent: usage } },
      { status: 'timeout', usage: { agent: usage } },
    ]);
    expect(summary).toMatchObject({ cost: expect.closeTo(0.8), usage: { agent: { calls: 4 } } });
  });

  it('counts towards --max-cost', async () => {
    answer = () => answerWith('hello');
    const cases = ['a', 'b', 'c'].map((id) => ({ id, input: 'break' }));
    const { report } = await run(cases, '-n', 'twice', '--max-cost', '0.5');
    expect(report()).toMatchObject({
      results: [{ status: 'error' }, { status: 'error' }],
      skipped: [{ reason: 'max-cost' }],
    });
  });

  it('says how often a call was repeated that failed in the end', async () => {
    answer = () => ({ type: 'error', status: 429, message: 'slow down', headers: { 'retry-after': '0' } });
    const { stdout, report } = await run([{ id: 'one', input: 'hi' }]);
    expect(report().results).toMatchObject([
      { status: 'error', usage: { agent: { input_tokens: 0, output_tokens: 0, calls: 1, retries: 3 } } },
    ]);
    expect(stdout).toContain('agent: 1 model call, 0 → 0 tokens, 3 retries');
  });
});

describe('--max-cost', () => {
  const three = ['a', 'b', 'c'].map((id) => ({ id, input: id }));

  it('starts nothing more when it is reached, and fails the run', async () => {
    answer = () => answerWith('hello');
    const { code, stdout, stderr, report } = await run(three, '--max-cost', '0.3');
    expect(code).toBe(1);
    expect(report()).toMatchObject({
      results: [
        { id: 'a', status: 'passed' },
        { id: 'b', status: 'passed' },
      ],
      skipped: [{ id: 'c', reason: 'max-cost' }],
    });
    expect(stdout).toContain('ℹ Max Cost: 0.30');
    expect(stderr).toBe('turntree: exit 1: the maximum cost of 0.30 is reached (0.40 spent): 1 attempt was not run\n');
  });

  it('counts what agents say that they spend, at the price of their entries', async () => {
    const { report } = await run(three, '-n', 'own', '--max-cost', '0.3');
    expect(report().summary).toMatchObject({ cost: expect.closeTo(0.4), passed: 2, skipped: 1 });
  });

  it('leaves the rest to a resumed run with more to spend', async () => {
    answer = () => answerWith('hello');
    await run(three, '--max-cost', '0.3', '--db', 'spent.db');
    const before = openai.requests.length;
    const { code, report } = await run(three, '--resume', 'latest', '--max-cost', '1', '--db', 'spent.db');
    expect({ code, asked: openai.requests.length - before }).toEqual({ code: 0, asked: 1 });
    expect(report().summary).toMatchObject({ passed: 3, cost: expect.closeTo(0.6) });
  });

  it('is not a reason to fail while there is enough', async () => {
    answer = () => answerWith('hello');
    const { code, report } = await run(three, '--max-cost', '0.6');
    expect({ code, cost: report().summary.cost }).toEqual({ code: 0, cost: expect.closeTo(0.6) });
  });

  it.each(['0', '-1', 'much', ''])('refuses the amount "%s"', async (amount) => {
    const { code, stderr } = await run(three, `--max-cost=${amount}`);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `turntree: --max-cost takes an amount above zero, such as 0.50, got "${amount}"\n`,
    });
  });

  it('is refused when no connector says what it costs', async () => {
    const folder = await createTemporaryWorkspace({
      'assistants/a/package.yao': '{"name": "A", "connector": "free"}',
      'assistants/a/cases.jsonl': '{"id": "one", "input": "hi"}\n',
      'connectors/free.conn.yao': '{"type": "scripted", "rules": [{"answer": "hi"}]}',
    });
    const { code, stderr } = await runCli(['test', 'assistants/a/cases.jsonl', '--max-cost', '1'], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain('--max-cost: no connector or agent of this workspace defines its cost');
  });
});

describe('the connector of a result', () => {
  it.each([
    ['helper', 'gpt'],
    ['light', 'claude'],
    ['twice', 'gpt'],
  ])('of %s is %s, whatever its files call it', async (agent, connector) => {
    answer = () => answerWith('hello');
    const cases = [
      { id: 'own', input: 'break' },
      { id: 'other', input: 'break', options: { connector: 'free' } },
    ];
    const { report } = await run(cases, '-n', agent);
    expect(report()).toMatchObject({
      summary: { connector },
      environment: { connector },
      metadata: { suites: [{ connector }] },
      results: [{ connector }, { connector: 'free' }],
    });
  });

  it('is the one that a hook chose, unless the case names one', async () => {
    answer = () => answerWith('hello');
    const cases = [
      { id: 'own', input: 'hi' },
      { id: 'other', input: 'hi', options: { connector: 'use::default' } },
    ];
    const { report } = await run(cases, '-n', 'fickle');
    expect(report()).toMatchObject({
      summary: { connector: 'gpt' },
      results: [{ connector: 'claude' }, { connector: 'gpt' }],
    });
  });

  it('is absent where no model was asked', async () => {
    const { report } = await run([{ id: 'a', input: 'hi' }], '-n', 'own');
    expect(report().results[0]).not.toHaveProperty('connector');
  });
});
