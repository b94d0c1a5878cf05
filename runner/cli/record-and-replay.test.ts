import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ModelReply } from '../testing/model-server.ts';
import { type OpenAIServer, startOpenAIServer } from '../testing/openai-server.ts';
import { runCli, startCli } from '../testing/run-cli.ts';
import { createTemporaryWorkspace } from '../testing/workspace.ts';

const key = 'sk-canary-0123456789';
const cost = { input_per_million: 1000, output_per_million: 2000 };
let root: string;
let server: OpenAIServer;
let answers: number;

/** A server with random answers, so that an equal answer must have been replayed. */
function reply(prompt: string): ModelReply {
  answers += 1;
  if (prompt.includes('criteria')) return { type: 'answer', content: '{"passed": true, "reason": "fine"}' };
  if (prompt.includes('persona')) return { type: 'answer', content: `{"message": "go on ${answers}"}` };
  if (prompt.includes('fail')) return { type: 'error', status: 400, message: 'no' };
  if (prompt.includes('hang')) return { type: 'hang', where: 'before headers' };
  if (prompt.includes('go on')) return { type: 'answer', content: 'all done' };
  return { type: 'answer', content: `answer ${answers}`, toolCalls: [{ name: 'look', arguments: { at: answers } }] };
}

beforeEach(async () => {
  answers = 0;
  server = await startOpenAIServer({ handler: ({ body }) => reply(JSON.stringify(body.messages.at(-1))), key });
  const connector = { type: 'openai', cost, options: { model: 'm', host: '$ENV.HOST_URL', key: '$ENV.MODEL_KEY' } };
  root = await createTemporaryWorkspace({
    'assistants/helper/package.yao': '{"name": "Helper", "connector": "gpt"}',
    'assistants/helper/prompts.yml': '- role: system\n  content: It is $SYS.DATETIME in chat $CTX.CHAT_ID. Be kind.\n',
    'assistants/user/package.yao': '{"name": "User", "connector": "gpt"}',
    'assistants/judge/package.yao': '{"name": "Judge", "connector": "gpt"}',
    'connectors/gpt.conn.yao': JSON.stringify(connector),
    'assistants/helper/tests/cases.jsonl': '',
  });
});
afterEach(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const cassette = 'assistants/helper/tests/cases.cassette.jsonl';
const suite = ['test', 'assistants/helper/tests/cases.jsonl', '-o', 'report.json'];
const variables = () => ({ HOST_URL: server.url, MODEL_KEY: key, TZ: 'UTC', PLACE: root });

async function run(cases: readonly object[], ...flags: string[]) {
  writeCases(cases);
  const strict = flags.includes('strict')
    ? { HOST_URL: undefined, MODEL_KEY: undefined, TZ: 'Asia/Tokyo', PLACE: root }
    : variables();
  const ended = await runCli([...suite, ...flags], { cwd: root, variables: strict });
  const text = readText('report.json');
  rmSync(path.join(root, 'report.json'), { force: true });
  return { ...ended, report: text === undefined ? undefined : JSON.parse(text) };
}

function writeCases(cases: readonly object[]): void {
  const lines = cases.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  writeFileSync(path.join(root, 'assistants/helper/tests/cases.jsonl'), lines);
}

function readText(file: string): string | undefined {
  const place = path.join(root, file);
  return existsSync(place) ? readFileSync(place, 'utf8') : undefined;
}

/** Removes values that differ in every run, and costs, because a replay has none. */
function lasting(report: { results: object[] }): unknown {
  const text = JSON.stringify(report.results, (name, value) =>
    /(_ms|_at|^cost|^retries|^timestamp|^steadiness|^standing)$/.test(name) ? undefined : value,
  );
  return JSON.parse(text);
}

const standard = { id: 'T2', input: 'hello', assert: { type: 'agent', use: 'agents:judge', value: 'is kind' } };
const dynamic = {
  id: 'T10',
  input: 'start',
  simulator: { use: 'user', options: { metadata: { persona: 'someone' } } },
  checkpoints: [{ id: 'done', assert: { type: 'contains', value: 'all done' } }],
};

describe('--record and --replay', () => {
  it('repeat a run with its server stopped: standard and dynamic cases, simulators, judges, repeats in parallel', async () => {
    const flags = ['--runs', '3', '--parallel', '4'];
    const recorded = await run([standard, dynamic], '--record', ...flags);
    expect(recorded.stderr).toContain(`recorded ${server.requests.length} answers in ${cassette}`);
    expect(recorded.code).toBe(0);
    await server.close();
    const replayed = await run([standard, dynamic], '--replay', 'strict', ...flags);
    expect(replayed.stderr).toContain(`${server.requests.length} answers from the cassette\n`);
    expect(replayed.code).toBe(0);
    expect(lasting(replayed.report)).toEqual(lasting(recorded.report));
    expect(JSON.stringify(replayed.report)).not.toContain('"cost"');
    const details = recorded.report.results[0].run_details;
    expect(new Set(details.map((detail: { output: unknown }) => JSON.stringify(detail.output))).size).toBe(3);
  });

  it('keep an order of their own, and neither secrets nor times nor ids of runs', async () => {
    await run([dynamic, standard], '--record', '--runs', '2', '--parallel', '4');
    const lines = (readText(cassette) ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(Object.keys(lines[0])).toEqual(['cassette', 'suite', 'now']);
    const places = lines.slice(1).map(({ case: id, attempt, turn, role }) => `${id} ${attempt} ${turn} ${role}`);
    expect(places).toEqual(
      [1, 2]
        .flatMap((attempt) => [`T2 ${attempt} 1 agent`, `T2 ${attempt} 1 judge`])
        .concat(
          [1, 2].flatMap((attempt) => ['1 agent', '2 simulator', '2 agent'].map((rest) => `T10 ${attempt} ${rest}`)),
        ),
    );
    expect(readText(cassette)).not.toContain(key);
    if (process.platform !== 'win32') expect(statSync(path.join(root, cassette)).mode & 0o777).toBe(0o600);
    expect(lines[1].request.messages[0].content).toMatch(/in chat \[run\]:/);
    expect(lines[1].answer.usage).toEqual({ inputTokens: 10, outputTokens: 5, calls: 1, retries: 0 });
  });

  it('say what changed in the request, when strict', async () => {
    await run([standard], '--record');
    const prompts = path.join(root, 'assistants/helper/prompts.yml');
    writeFileSync(prompts, readFileSync(prompts, 'utf8').replace('Be kind.', 'Be rude.'));
    const requestCount = server.requests.length;
    const { code, report } = await run([standard], '--replay', 'strict');
    expect(code).toBe(1);
    expect(report.results[0]).toMatchObject({
      status: 'error',
      error: expect.stringContaining(
        `agent error: ${cassette} has no answer for the agent in turn 1: message 1 (system) is different`,
      ),
    });
    expect(report.results[0].error).toMatch(
      /recorded: ….*Be kind\."\n {2}now: {6}….*Be rude\."\n {2}record it again with --record --case T2$/,
    );
    expect(server.requests).toHaveLength(requestCount);
  });

  it.each([
    ['another case', [{ ...standard, id: 'T3' }], [], 'nothing was recorded for case T3'],
    ['more attempts', [standard], ['--runs', '2'], 'this is attempt 2, and the recording has only attempt 1'],
    [
      'another question',
      [{ ...standard, input: 'bye' }],
      [],
      'message 2 (user) is different\n  recorded: "hello"\n  now:      "bye"',
    ],
    [
      'another criterion',
      [{ ...standard, assert: { ...standard.assert, value: 'is rude' } }],
      [],
      'for the judge in turn 1: message 1 (user)',
    ],
    [
      'another connector',
      [{ ...standard, options: { connector: 'other' } }],
      [],
      'connector is different\n  recorded: "gpt"\n  now:      "other"',
    ],
  ])('miss %s', async (_what, cases, flags, message) => {
    await run([standard], '--record');
    const { code, report } = await run(cases, '--replay', 'strict', ...flags);
    expect(code).toBe(1);
    expect(JSON.stringify(report)).toContain(JSON.stringify(message).slice(1, -1));
  });

  it('ask for real what the cassette does not have, and say so', async () => {
    await run([standard], '--record');
    const requestCount = server.requests.length;
    const { code, report, stderr } = await run([standard, { id: 'new', input: 'hello' }], '--replay');
    expect(code).toBe(0);
    expect(server.requests).toHaveLength(requestCount + 1);
    expect(report.results[1].warnings).toEqual(
      expect.arrayContaining([expect.stringMatching(/nothing was recorded for case new.*called live/s)]),
    );
    expect(stderr).toContain('2 answers from the cassette, 1 called live');
  });

  it('record a case again without touching the others', async () => {
    await run([standard, dynamic], '--record');
    const before = (readText(cassette) ?? '').split('\n');
    await run([standard, dynamic], '--record', '--case', 'T2');
    const after = (readText(cassette) ?? '').split('\n');
    expect(after).toHaveLength(before.length);
    expect(after[0]).toBe(before[0]);
    expect(after.filter((line) => line.includes('"T10"'))).toEqual(before.filter((line) => line.includes('"T10"')));
    expect(after[1]).not.toBe(before[1]);
    expect((await run([standard, dynamic], '--replay', 'strict')).code).toBe(0);
  });

  it('keep what is complete when a recording is broken off', async () => {
    writeCases([
      { id: 'one', input: 'hello' },
      { id: 'two', input: 'hang' },
    ]);
    const cli = startCli([...suite, '--record'], { cwd: root, variables: variables() });
    await server.until((requests) => requests.length === 2);
    cli.child.kill('SIGINT');
    expect((await cli.done).code).toBe(130);
    const lines = (readText(cassette) ?? '').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).case)).toEqual([undefined, 'one']);
  });

  it('take the next word for the input, and repeat themselves in commands that run a case again', async () => {
    await run([standard], '--record');
    writeCases([{ ...standard, input: 'bye' }]);
    const lenient = await runCli(['test', '--replay', 'assistants/helper/tests/cases.jsonl', '--no-output'], {
      cwd: root,
      variables: variables(),
    });
    expect(lenient.stderr).toContain('called live');
    const strict = await runCli([...suite, '--replay', 'strict'], { cwd: root, variables: variables() });
    expect(strict.stdout).toContain('--replay strict --last-failed');
  });

  it('are not case files', async () => {
    await run([standard], '--record');
    const { code, stdout } = await runCli(['test', 'assistants', '--dry-run'], { cwd: root, variables: variables() });
    expect(code).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(1);
  });
});

describe('agents that are code of their own', () => {
  const counting = (wrap: string) => `import { appendFileSync, readFileSync } from 'node:fs';
    ${wrap}
    function answer(input) {
      appendFileSync(process.env.PLACE + '/calls', 'x');
      return { content: input + ' ' + readFileSync(process.env.PLACE + '/calls', 'utf8').length, tool_calls: [{ tool: 'count', result: { at: Date.now() } }] };
    }`;
  const calls = () => (readText('calls') ?? '').length;

  it.each([
    ['module', 'export default ({ input }) => answer(input);'],
    [
      'command',
      "let text = ''; for await (const part of process.stdin) text += part; console.log(JSON.stringify(answer(JSON.parse(text).input)));",
    ],
  ])('are recorded and replayed with their tools, without being asked: %s', async (kind, source) => {
    const agents = {
      module: { type: 'module', path: 'counter.mjs', record: 'answers' },
      command: { type: 'command', command: [process.execPath, 'counter.mjs'] },
    };
    writeFileSync(path.join(root, 'runner.config.json'), JSON.stringify({ agents }));
    writeFileSync(path.join(root, 'counter.mjs'), counting(source));
    const cases = [
      { id: 'A', input: 'one' },
      { id: 'B', input: 'two' },
    ];
    const flags = ['-n', kind, '--runs', '2'];
    const recorded = await run(cases, '--record', ...flags);
    expect(calls()).toBe(4);
    const replayed = await run(cases, '--replay', 'strict', ...flags);
    expect(replayed.code).toBe(0);
    expect(calls()).toBe(4);
    expect(lasting(replayed.report)).toEqual(lasting(recorded.report));
  });

  describe('and were changed since', () => {
    const agents = {
      module: { type: 'module', path: 'agent/index.mjs', record: 'answers' },
      command: { type: 'command', command: [process.execPath, 'agent/index.mjs'] },
    };
    const cases = [{ id: 'A', input: 'one' }];
    const sources = {
      'agent/index.mjs': `import { readFileSync } from 'node:fs';
        import { greet } from './greet.mjs';
        const file = 'prompts/kind.md';
        const prompt = readFileSync(process.env.PLACE + '/' + file, 'utf8');
        export default ({ input }) => greet(prompt + input);`,
      'agent/greet.mjs': 'export const greet = (text) => text.trim();',
      'prompts/kind.md': 'Be kind. ',
    };

    function write(files: Record<string, string>): void {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
        writeFileSync(path.join(root, file), text);
      }
    }

    beforeEach(() => write({ ...sources, 'runner.config.json': JSON.stringify({ agents }) }));

    it.each([
      ['its code', { 'agent/index.mjs': 'export default () => "Be kind. one";' }],
      ['what it imports', { 'agent/greet.mjs': 'export const greet = (text) => text.trim() + "!";' }],
      ['a prompt that it reads', { 'prompts/kind.md': 'Be rude. ' }],
    ])('are not played: %s', async (_what, change) => {
      await run(cases, '--record', '-n', 'module');
      write(change);
      const { code, report } = await run(cases, '--replay', 'strict', '-n', 'module');
      expect(code).toBe(1);
      expect(report.results[0]).toMatchObject({
        status: 'error',
        error: `agent error: the agent changed: record again with --record --case A\n  ${cassette} has an answer of the same agent, but its scripts changed since then`,
      });
    });

    it('are played when only the look of the code is another', async () => {
      await run(cases, '--record', '-n', 'module');
      write({ 'agent/greet.mjs': '// greets\nexport const greet = (text) =>\n  text.trim();\n' });
      expect((await run(cases, '--replay', 'strict', '-n', 'module')).code).toBe(0);
    });

    it('are called live by a replay that is not strict', async () => {
      await run(cases, '--record', '-n', 'module');
      write({ 'prompts/kind.md': 'Be rude. ' });
      const { code, report } = await run(cases, '--replay', '-n', 'module');
      expect(code).toBe(0);
      expect(report.results[0]).toMatchObject({
        output: 'Be rude. one',
        warnings: expect.arrayContaining([expect.stringMatching(/^the agent changed.*called live/s)]),
      });
    });

    it('are not played when they are gone, and neither are programs and settings', async () => {
      write({ 'agent/index.mjs': 'console.log("hello");' });
      const config = { agents: { ...agents, module: { ...agents.module, export: 'other' } } };
      await run(cases, '--record', '-n', 'command');
      write({ 'agent/index.mjs': 'console.log("hello!");' });
      const command = await run(cases, '--replay', 'strict', '-n', 'command');
      expect(command.report.results[0].error).toContain('but its scripts changed since then');
      write(sources);
      await run(cases, '--record', '-n', 'module');
      write({ 'runner.config.json': JSON.stringify(config) });
      const module = await run(cases, '--replay', 'strict', '-n', 'module');
      expect(module.report.results[0].error).toContain('but its settings changed since then');
      rmSync(path.join(root, 'agent'), { recursive: true });
      const strictRun = await run(cases, '--replay', 'strict', '-n', 'module');
      expect(strictRun.report.results[0].error).toContain('can no longer be read');
    });

    it('are not played from a cassette that does not say of which agent they are', async () => {
      await run(cases, '--record', '-n', 'module');
      const text = readText(cassette) ?? '';
      expect(text).toContain('"agent":{"scripts":');
      writeFileSync(path.join(root, cassette), text.replace(/"agent":\{"scripts".*?\},/, ''));
      const { code, report } = await run(cases, '--replay', 'strict', '-n', 'module');
      expect(code).toBe(1);
      expect(report.results[0].error).toContain('the agent changed: record again');
    });
  });

  it('that hooks ask are recorded as well, for a case and for the whole run', async () => {
    writeFileSync(
      path.join(root, 'runner.config.json'),
      JSON.stringify({ agents: { module: { type: 'module', path: 'counter.mjs', record: 'answers' } } }),
    );
    writeFileSync(path.join(root, 'counter.mjs'), counting('export default ({ input }) => answer(input);'));
    mkdirSync(path.join(root, 'assistants/helper/src'), { recursive: true });
    writeFileSync(
      path.join(root, 'assistants/helper/src/env_test.ts'),
      `export function Before() { return { data: Process('agents.module', 'before') }; }
       export function BeforeAll() { console.log(JSON.stringify(Process('agents.module', 'all'))); }`,
    );
    const cases = [{ ...standard, before: 'env_test.Before' }];
    const recorded = await run(cases, '--record', '--before', 'env_test.BeforeAll');
    expect([recorded.code, calls()]).toEqual([0, 2]);
    const replayed = await run(cases, '--replay', 'strict', '--before', 'env_test.BeforeAll');
    expect([replayed.code, calls()]).toEqual([0, 2]);
    expect(replayed.stderr).toContain('4 answers from the cassette');
  });
});

describe('a recording that is resumed', () => {
  it('keeps what was recorded before', async () => {
    writeCases([
      { id: 'one', input: 'hello' },
      { id: 'two', input: 'hang' },
    ]);
    const cli = startCli([...suite, '--record'], { cwd: root, variables: variables() });
    await server.until((requests) => requests.length === 2);
    cli.child.kill('SIGINT');
    await cli.done;
    writeCases([
      { id: 'one', input: 'hello' },
      { id: 'two', input: 'hello again' },
    ]);
    const { code, stderr } = await runCli(['test', '--resume', 'latest', '--no-output'], {
      cwd: root,
      variables: variables(),
    });
    expect(stderr).toContain('recorded 1 answer in');
    expect(code).toBe(0);
    const lines = (readText(cassette) ?? '').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).case)).toEqual([undefined, 'one', 'two']);
  });
});

describe('a workspace whose runs are replays', () => {
  it('still records when it is told to', async () => {
    writeFileSync(path.join(root, 'runner.config.json'), '{"defaults": {"replay": "strict"}}');
    const refused = await run([standard]);
    expect(refused.stderr).toContain('--replay strict: there is no cassette');
    const recorded = await run([standard], '--record');
    expect(recorded.report.metadata.options.cassette).toBe('record');
    await server.close();
    const replayed = await run([standard]);
    expect(replayed.stdout).toMatch(/Cassette: +strict/);
    expect(replayed.stderr).toMatch(
      /answers? from the cassette, recorded on \d{4}-\d\d-\d\d: "defaults" of the config have "replay"\n/,
    );
    expect(replayed.report.metadata.options.cassette).toBe('strict');
    expect(replayed.code).toBe(0);
  });

  it('still sends messages', async () => {
    writeFileSync(path.join(root, 'runner.config.json'), '{"defaults": {"replay": "strict"}}');
    const { code, stdout } = await runCli(['test', '--message', 'hello', '-n', 'helper'], {
      cwd: root,
      variables: variables(),
    });
    expect([code, stdout]).toEqual([0, 'answer 1\n']);
  });

  it('is told what the default may be', async () => {
    writeFileSync(path.join(root, 'runner.config.json'), '{"defaults": {"replay": "sometimes"}}');
    const { code, stderr } = await run([standard]);
    expect(code).toBe(1);
    expect(stderr).toContain('defaults.replay must be true, false or "strict", not "sometimes"');
  });
});

describe('a cassette that cannot be written', () => {
  it('is complained about, and the reports are there all the same', async () => {
    const place = path.join(root, cassette);
    writeFileSync(
      path.join(root, 'runner.config.json'),
      '{"agents": {"module": {"type": "module", "path": "a.mjs", "record": "answers"}}}',
    );
    writeFileSync(
      path.join(root, 'a.mjs'),
      `import { mkdirSync } from 'node:fs'; export default () => { mkdirSync(${JSON.stringify(place)}); return 'x'; };`,
    );
    const { code, stderr, report } = await run([{ id: 'A', input: 'x' }], '--record', '-n', 'module');
    expect(code).toBe(1);
    expect(stderr).toContain('warning: a cassette could not be written: ');
    expect(report.results).toMatchObject([{ id: 'A', status: 'passed' }]);
  });
});

describe('bad input', () => {
  it.each([
    ['there is no cassette', undefined, 'there is no cassette assistants/helper/tests/cases.cassette.jsonl'],
    ['the version is another', '{"cassette": 7}\n', `${cassette}:1: this cassette is of version 7`],
    [
      'a line is cut',
      '{"cassette":1,"suite":"x","now":"2026-01-01T00:00:00.000Z"}\n\n{"case": "T',
      `${cassette}:3: this line of the cassette is broken`,
    ],
    [
      'a key is missing',
      '{"cassette":1,"suite":"x","now":"2026-01-01T00:00:00.000Z"}\n{"case": "T2"}',
      `${cassette}:2: this line of the cassette is broken`,
    ],
    ['it is something else', 'hello\n', `${cassette}:1: this line of the cassette is broken`],
  ])('is refused before the first case: %s', async (_what, text, message) => {
    if (text !== undefined) writeFileSync(path.join(root, cassette), text);
    const { code, stderr } = await run([standard], '--replay', 'strict');
    expect(code).toBe(1);
    expect(stderr).toContain(message);
    expect(server.requests).toHaveLength(0);
  });

  it('says that a message has no place for a cassette, and that one cannot do both', async () => {
    const message = await runCli(['test', '--message', 'hello', '-n', 'helper', '--record'], {
      cwd: root,
      variables: variables(),
    });
    expect(message.stderr).toContain(
      '--record and --replay keep the cassette next to the file of the suite, and "message" is not a file\n',
    );
    const both = await run([standard], '--record', '--replay');
    expect(both.stderr).toContain('--record and --replay exclude each other');
  });
});
