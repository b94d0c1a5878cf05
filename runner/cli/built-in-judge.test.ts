import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type AnthropicServer, startAnthropicServer } from '../testing/anthropic-server.ts';
import type { ModelReply } from '../testing/model-server.ts';
import { type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';
import { createScriptedWorkspace, type ScriptedWorkspace } from '../testing/scripted-workspace.ts';

const key = 'sk-loopback-canary-1234567890';
const met = { requirement: 'thanks', reasoning: 'It thanks.', quote: 'thank you', turn: 1, verdict: 'yes' };
const desk = { type: 'scripted', rules: [{ answer: 'Done, thank you.' }] };
const thanks = { id: 'a', input: 'refund please', assert: { type: 'agent', value: 'thanks' } };
const says = (...criteria: object[]): ModelReply => ({ type: 'answer', content: JSON.stringify({ criteria }) });

let openai: OpenAIServer;
let anthropic: AnthropicServer;
let reply: (request: { index: number; body: object }) => ModelReply;
let workspace: ScriptedWorkspace;
let variables: Record<string, string>;

beforeAll(async () => {
  openai = await startOpenAIServer({ handler: (request) => reply(request), key });
  anthropic = await startAnthropicServer({ handler: (request) => reply(request), key });
  variables = {
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: `${openai.url}/v1`,
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: anthropic.url,
    TURNTREE_MODEL: 'openai:gpt-loop',
  };
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

function use(cases: object[], config: object = {}): void {
  workspace.write('runner.config.json', { agents: { desk }, ...config });
  workspace.write('cases.jsonl', cases);
}

const run = (args: string[], own: Record<string, string | undefined> = variables): Promise<CliResult> =>
  runCli(args, { cwd: workspace.root, variables: { TURNTREE_MODEL: undefined, ...own } });
const test = (...args: string[]) => run(['test', 'cases.jsonl', ...args]);

describe('a model of a provider, by its name', () => {
  it('judges with structured output and temperature 0, and the reason of its choice stands in the header and the reports', async () => {
    use([thanks]);
    reply = () => says(met);
    const { code, stdout, stderr } = await test('-o', 'report.md', '-o', 'report.html');
    expect(code).toBe(0);
    expect(stdout).toContain('ℹ Judge: openai:gpt-loop (TURNTREE_MODEL, with OPENAI_API_KEY)\n');
    const shown = await run(['show', 'latest', '--format', 'json']);
    const report = JSON.parse(shown.stdout);
    expect(report.environment.judge).toBe('openai:gpt-loop (TURNTREE_MODEL, with OPENAI_API_KEY)');
    expect(report.results[0].assertions[0].agent_validation).toMatchObject({
      prompt: 'judge 2',
      connector: 'openai:gpt-loop',
      rulings: [met],
    });
    const written = readFileSync(path.join(workspace.root, 'report.md'), 'utf8');
    expect(written).toContain('| judge | openai:gpt-loop');
    expect(openai.requests[0]?.body).toMatchObject({
      model: 'gpt-loop',
      temperature: 0,
      response_format: { type: 'json_schema', json_schema: { name: 'verdicts', strict: true } },
    });
    expect(`${stdout}${stderr}${shown.stdout}${written}`).not.toContain(key);
  });

  it('is asked by Anthropic’s own means', async () => {
    use([thanks], { helpers: { judge: 'anthropic:claude-loop' } });
    reply = () => ({ type: 'answer', content: '', toolCalls: [{ name: 'verdicts', arguments: { criteria: [met] } }] });
    expect((await test()).code).toBe(0);
    expect(anthropic.requests[0]?.body).toMatchObject({
      model: 'claude-loop',
      temperature: 0,
      tool_choice: { type: 'tool', name: 'verdicts' },
      tools: [{ name: 'verdicts', input_schema: { type: 'object' } }],
    });
  });

  it('is asked without what its server refuses, and the refusal is remembered', async () => {
    use([thanks, { ...thanks, id: 'b' }]);
    reply = ({ body }) => {
      if ('temperature' in body) return { type: 'error', status: 400, message: "Unsupported value: 'temperature'" };
      if ('response_format' in body) return { type: 'error', status: 400, message: 'unknown field response_format' };
      return says(met);
    };
    expect((await test('--parallel', '1')).code).toBe(0);
    expect(openai.requests).toHaveLength(4);
  });

  it('may be named wherever a connector’s name stands', async () => {
    use([{ ...thanks, assert: { ...thanks.assert, options: { connector: 'openai:other' } } }], {
      agents: { desk: { type: 'openai', model: 'unused', base_url: openai.url } },
    });
    reply = ({ body }) =>
      'model' in body && body.model === 'other' ? says(met) : { type: 'answer', content: 'Done, thank you.' };
    const { code, stdout, stderr } = await test('-n', 'model:openai:tested');
    expect([code, stderr.includes('no connector')]).toEqual([0, false]);
    expect(stdout).toContain('Judge: openai:other (named in the case)');
    expect(openai.requests.map(({ body }) => body.model)).toEqual(['tested', 'other']);
  });
});

describe('the choice of the model', () => {
  it('takes the only real connector, but never a scripted one', async () => {
    const model = { type: 'openai', options: { model: 'mine', host: openai.url, key: '$ENV.OPENAI_API_KEY' } };
    use([thanks], { models: { mine: model, fake: { type: 'scripted', rules: [{ answer: 'x' }] } } });
    reply = () => says(met);
    const { stdout } = await test();
    expect(stdout).toContain('Judge: mine (the only connector that is a real model)');
  });

  it('is a load error without a model, with its line and what to set', async () => {
    use([thanks]);
    const noModel = { ...variables, TURNTREE_MODEL: undefined };
    for (const command of [
      ['test', 'cases.jsonl'],
      ['lint', 'cases.jsonl'],
    ]) {
      const { code, stdout, stderr } = await run(command, noModel);
      expect(code).not.toBe(0);
      expect(`${stdout}${stderr}`).toMatch(/cases\.jsonl:1:\d+: .*the built-in judge has no model; set "helpers"/);
    }
    expect(openai.requests).toHaveLength(0);
  });

  it.each([
    ['gpt-loop', /TURNTREE_MODEL is "gpt-loop"; write it as openai:<model>/],
    ['google:gemini', /TURNTREE_MODEL is google:gemini, but its key is not set/],
  ])('refuses TURNTREE_MODEL=%s', async (model, problem) => {
    use([thanks]);
    const { stderr } = await run(['test', 'cases.jsonl'], {
      TURNTREE_MODEL: model,
      GEMINI_API_KEY: undefined,
      GOOGLE_API_KEY: undefined,
      GOOGLE_GENERATIVE_AI_API_KEY: undefined,
    });
    expect(stderr).toMatch(problem);
  });

  it('warns about a judge on the model of the agent, and about calls in every turn', async () => {
    const models = { mine: { type: 'openai', options: { model: 'mine', host: openai.url } } };
    use(
      [
        { ...thanks, options: { connector: 'mine' }, assert: { ...thanks.assert, options: { connector: 'mine' } } },
        { id: 'b', turns: ['one', 'two'], never: { type: 'agent', value: 'is rude' }, assert: thanks.assert },
      ],
      { models },
    );
    const { stdout, stderr } = await run(['lint', 'cases.jsonl']);
    expect(`${stdout}${stderr}`).toContain('the judge uses the model of the agent that it judges (mine)');
    expect(`${stdout}${stderr}`).toContain('case "b" may call its judges 2 times in one conversation');
    reply = () => says(met);
    const other = await test('-n', 'model:mine', '-c', 'openai:other', '--case', 'a');
    const same = await test('-n', 'model:openai:x', '-c', 'mine', '--case', 'a');
    expect([other, same].map((each) => each.stderr.includes('models prefer their own answers'))).toEqual([false, true]);
  });
});

describe('the verdict', () => {
  it('fails on any no, and shows the quote', async () => {
    use([thanks]);
    reply = () => says({ ...met, verdict: 'no' });
    const { code, stdout } = await test();
    expect(code).toBe(1);
    expect(stdout).toContain('the judge says no: thanks: It thanks. (turn 1: "thank you")');
  });

  it.each<[string, ModelReply, string]>([
    ['prose', { type: 'answer', content: 'All is well.' }, 'did not answer JSON: "All is well."'],
    ['nothing', { type: 'answer', content: '' }, 'answered nothing'],
    ['a false quote', says({ ...met, quote: 'my pleasure' }), 'the quote is nowhere in the conversation'],
    ['no decision', says({ ...met, verdict: 'cannot_tell' }), 'the judge gives no verdict: thanks: It thanks.'],
    [
      'too many requests',
      { type: 'error', status: 429, message: 'slow down', headers: { 'retry-after-ms': '1' } },
      'answered 429: slow down',
    ],
    ['an error', { type: 'error', status: 401, message: 'quota exhausted' }, 'answered 401: quota exhausted'],
  ])('is an error for %s, also with negate', async (_, answer, words) => {
    reply = () => answer;
    for (const negate of [false, true]) {
      use([{ ...thanks, assert: { ...thanks.assert, negate } }]);
      const { stdout } = await test();
      expect(stdout).toContain('ERROR [a]');
      expect(stdout).toContain(words);
    }
  });

  it('comes from one call for all judges of a conversation, and from one a turn elsewhere', async () => {
    const none = { requirement: 'is rude', reasoning: 'Nothing is rude.', quote: null, turn: null, verdict: 'no' };
    use([
      {
        id: 'a',
        turns: ['one', 'two'],
        never: { type: 'agent', value: 'is rude' },
        assert: [thanks.assert, { type: 'agent', value: ['greets', 'ends'] }],
      },
    ]);
    reply = ({ body }) => {
      const text = JSON.stringify(body);
      if (text.includes('is rude')) return says(none);
      return says(met, { ...met, requirement: 'greets' }, { ...met, requirement: 'ends' });
    };
    const { stdout } = await test();
    expect(stdout).toContain('PASSED');
    const asked = openai.requests.map(({ body }) => JSON.parse(String(body.messages.at(-1)?.content)));
    expect(asked.map(({ judged, conversation }) => [judged, conversation.length])).toEqual([
      [1, 1],
      [2, 2],
      ['conversation', 2],
    ]);
    expect(asked[1].conversation[1]).toMatchObject({ input: 'two', output: 'Done, thank you.' });
  });

  it('is the majority of several votes', async () => {
    use([{ ...thanks, assert: { ...thanks.assert, votes: 3 } }]);
    reply = ({ index }) => says({ ...met, verdict: index % 3 === 0 ? 'no' : 'yes' });
    const { code } = await test();
    expect([code, openai.requests.length]).toEqual([0, 3]);
  });
});

describe('mistakes in a case', () => {
  it.each([
    [{ value: 'x', use: '' }, /use/],
    [{ value: 'x', use: null }, /use/],
    [{ value: 'x', use: 'nobody' }, /no agent "nobody"/],
    [{ value: 'x', use: 'turntree:judge' }, /leave it out for the built-in judge/],
    [{}, /the judge has no criterion/],
    [{ value: [] }, /the judge has no criterion/],
    [{ value: ['fine', ' '] }, /a criterion is a text that is not empty/],
    [{ value: { tone: 'fine' } }, /a criterion is a text that is not empty/],
  ])('are load errors: %j', async (parts, problem) => {
    use([{ ...thanks, assert: { type: 'agent', ...parts } }]);
    const { code, stdout, stderr } = await run(['lint', 'cases.jsonl']);
    expect([code === 0, `${stdout}${stderr}`]).toEqual([false, expect.stringMatching(problem)]);
  });
});

it('prints its prompt', async () => {
  const { stdout } = await run(['show', '--prompt', 'judge']);
  expect(stdout).toMatch(/^judge 2\n\nYou judge a conversation/);
  expect((await run(['show', '--prompt', 'nobody'])).stderr).toContain('known: judge');
  expect((await run(['show'])).stderr).toContain('show needs a run');
});
