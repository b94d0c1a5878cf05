import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../testing/answering-server.ts';
import { createEchoWorkspace, type EchoWorkspace } from '../testing/echo-workspace.ts';
import { type CliResult, runCli } from '../testing/run-cli.ts';

let server: AnsweringServer;
let workspace: EchoWorkspace;
/** The data that the server returns in addition to its text. */
let beside: object;

beforeAll(async () => {
  workspace = createEchoWorkspace();
  server = await startAnsweringServer(({ input }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ reply: { text: `Well: ${input}` }, ...beside }));
  });
});
beforeEach(() => {
  beside = { calls: [] };
});
afterAll(async () => {
  await server.close();
  workspace.remove();
});

const run = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: workspace.root });
const body = { input: '{{input}}', session: '{{session_id}}' };
const never = { type: 'tool_called', name: 'refund', times: 0 };

function writeAgent(entry: object): void {
  const agentEntry = { type: 'http', url: server.url, body, output: 'reply.text', ...entry };
  workspace.write('runner.config.json', { agents: { desk: agentEntry } });
}

function writeCases(...asserts: object[]): void {
  workspace.write(
    'tests/desk/cases.jsonl',
    asserts.map((fields, at) => ({ id: `c${at}`, input: 'Hi', ...fields })),
  );
}

const test = (...args: string[]) => run('test', 'tests/desk/cases.jsonl', '--no-output', '--no-history', ...args);
const lastLine = ({ stderr }: CliResult) => stderr.trimEnd().split('\n').at(-1);

describe('a rule on what its agent does not tell', () => {
  const blind = 'the agent "desk" does not report the tools that it calls, so they cannot be checked';

  it.each([
    [{ assert: never }],
    [{ assert: { type: 'tool_called', name: 'refund', negate: true } }],
    [{ assert: { type: 'tools', match: 'only', calls: [{ name: 'find' }] } }],
    [{ assert: { type: 'tool_result', value: { tool: 'find' } } }],
    [{ assert: { type: 'limits', tool_calls: 2 } }],
    [{ turns: ['Hi', { input: 'Go on', assert: never }] }],
    [{ turns: ['Hi'], never: { type: 'tool_called', name: 'refund' } }],
    [{ turns: ['Hi'], checkpoints: [{ id: 'p', assert: never }] }],
  ])('is refused where it stands, with what to add: %j', async (fields) => {
    writeAgent({});
    writeCases({ assert: { type: 'contains', value: 'Well' } }, fields);
    for (const refused of [await run('lint', 'tests'), await test()]) {
      const output = refused.stdout + refused.stderr;
      expect(refused.code).toBe(1);
      expect(output).toMatch(/cases\.jsonl:2:\d+: the agent "desk" does not report/);
      expect(output).toContain(
        `${blind}: in the workspace config, give the entry of this agent the JSON path of these values in the answer, such as "tool_calls": "reply.tool_calls"`,
      );
    }
  });

  it('is refused for tokens, too, and where a protocol has no place for them', async () => {
    writeAgent({ tool_calls: 'calls' });
    writeCases({ assert: { type: 'limits', tokens: 500 } });
    expect((await test()).stderr).toContain(
      'in the workspace config, give the entry of this agent the JSON path of these values in the answer, such as "usage": "reply.usage"\n',
    );
    workspace.write('runner.config.json', { agents: { desk: { type: 'a2a', url: server.url } } });
    writeCases({ assert: never });
    expect((await test()).stderr).toContain(`${blind}: its protocol (a2a) cannot carry them`);
  });

  it('is one of others: what an agent tells, its text, its time, and calls of mocks are judged', async () => {
    writeAgent({ tool_calls: 'calls', body: { ...body, mocks: '{{mocks_url}}' } });
    writeCases({ assert: [never, { type: 'limits', turns: 2, duration: '1m' }] });
    expect(await test()).toMatchObject({ code: 0 });
    writeAgent({ body: { ...body, mocks: '{{mocks_url}}' } });
    writeCases({ assert: never, mocks: { refund: { result: 'done' } } });
    expect(await test()).toMatchObject({ code: 0 });
    expect((await run('lint', 'tests')).stdout).not.toContain('desk');
  });
});

describe('a path that found nothing in a whole run', () => {
  it('fails a run whose rules rest on it, in one sentence with the keys that there were', async () => {
    writeAgent({ tool_calls: 'reply.calls' });
    writeCases({ assert: never }, { assert: { type: 'contains', value: 'Well' } });
    const ended = await test();
    expect([ended.code, lastLine(ended)]).toEqual([
      1,
      'turntree: exit 1: the "tool_calls" path "reply.calls" of agent "desk" found nothing in any answer, but rules depend on it: the last answer had reply.text, calls',
    ]);
    expect(await test('--min-pass-rate', '50')).toMatchObject({ code: 1 });
  });

  it('fails a run whose calls stand in another list', async () => {
    writeAgent({ tool_calls: 'calls' });
    writeCases({ assert: never });
    beside = { calls: [], actions: [{ name: 'refund', arguments: {} }] };
    const ended = await test();
    expect([ended.code, lastLine(ended)]).toEqual([
      1,
      expect.stringContaining('the last answer had reply.text, calls, actions'),
    ]);
    beside = { calls: [], tools: [{ name: 'refund', description: 'Pays back', input: {} }] };
    expect(await test()).toMatchObject({ code: 0 });
  });

  it('fails no run that has no such rule, in which it is there once, or in which nobody is asked', async () => {
    writeAgent({ tool_calls: 'reply.calls' });
    writeCases({ assert: { type: 'contains', value: 'Well' } });
    expect(await test()).toMatchObject({ code: 0 });
    writeCases({ assert: never }, { assert: { type: 'contains', value: 'Well' }, skip: true });
    expect(await test('--dry-run')).toMatchObject({ code: 0 });
    for (const entry of [{ tool_calls: 'calls' }, { tool_calls: 'calls[*].name' }]) {
      writeAgent(entry);
      expect(await test()).toMatchObject({ code: 0 });
    }
    beside = { calls: null };
    expect(await test()).toMatchObject({ code: 0 });
    beside = { message: { role: 'assistant', content: 'x' } };
    writeAgent({ tool_calls: 'message.tool_calls' });
    expect(await test()).toMatchObject({ code: 0 });
  });
});

describe('a path in the parts of a run', () => {
  const sentence =
    'the "tool_calls" path "reply.calls" of agent "desk" found nothing in any answer, but rules depend on it: the last answer had reply.text, calls';

  /** Runs two shards; the server answers the second one with `second` too. Returns the paths of both reports. */
  async function shards(name: string, second: object): Promise<string[]> {
    const extension = name.endsWith('histories') ? 'db' : 'json';
    const files = [`${name}-1.${extension}`, `${name}-2.${extension}`];
    for (const [at, file] of files.entries()) {
      beside = at === 0 ? { calls: [] } : { calls: [], ...second };
      const outputFlags = extension === 'db' ? ['--db', file, '--no-output'] : ['--no-history', '-o', file];
      await run('test', 'tests/desk/cases.jsonl', '--shard', `${at + 1}/2`, ...outputFlags);
    }
    return files;
  }

  it.each(['reports', 'histories'] as const)('fails the whole only when no part has it: %s', async (what) => {
    writeAgent({ tool_calls: 'reply.calls' });
    writeCases({ assert: never }, { assert: never });
    const merge = (files: string[]) => run('merge', ...files, '--db', `whole-${what}.db`, '-o', 'whole.json');
    const silent = await merge(await shards(`silent-${what}`, {}));
    expect(silent.code).toBe(1);
    expect(silent.stdout + silent.stderr).toContain(sentence);
    const finishedShards = await shards(`told-${what}`, { reply: { text: 'Well', calls: [] } });
    expect(await merge(finishedShards)).toMatchObject({ code: 0 });
  });
});
