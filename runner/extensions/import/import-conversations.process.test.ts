import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../history/db/index.ts';
import { createSpan, encodeSpansAsJson, encodeSpansAsProtobuf } from '../../testing/otlp.ts';
import { runInProcess } from '../../testing/run-in-process.ts';
import { createScriptedWorkspace, type ScriptedWorkspace } from '../../testing/scripted-workspace.ts';

let workspace: ScriptedWorkspace;
const run = (...args: string[]) => runInProcess(args, workspace.root);
const cases = (file: string): unknown[] =>
  readFileSync(path.join(workspace.root, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));

beforeEach(() => {
  workspace = createScriptedWorkspace();
});
afterEach(() => workspace.remove());

const refund = {
  id: 'refund',
  turns: [
    {
      input: 'Give me my money back for order 17',
      output: 'Order 17 cost 30.50. Shall I refund it?',
      tool_calls: [{ name: 'get_order', arguments: { id: 17 }, result: { total: 30.5 } }],
      usage: { input_tokens: 10, output_tokens: 4 },
    },
    { input: 'yes', output: 'Done.', tool_calls: [{ name: 'refund', arguments: { id: 17 } }] },
  ],
};
const hours = { id: 'hours', turns: [{ input: 'When do you open?', output: 'At 9:30.' }] };
const dead = { id: 'dead', turns: [{ input: 'hello', error: '502 from the model' }] };

describe('transcripts', () => {
  it('become a run that nothing has judged, and a suite that judges it', async () => {
    workspace.write('talks.jsonl', [refund, { id: 'half', turns: [{ input: 'x' }] }, hours, dead]);
    const { code, stdout } = await run('import', 'transcripts', 'talks.jsonl', '-o', 'tests/talks.jsonl');
    expect(code).toBe(0);
    expect(stdout).toContain('talks.jsonl:2: not imported: a conversation: turns[0] has no answer');
    expect(stdout).toContain('imported 3 of 4 conversations; 1 not\n');
    expect(stdout).toContain('no case was made from "dead": ');
    expect(cases('tests/talks.jsonl')).toMatchObject([
      { id: 'refund', turns: ['Give me my money back for order 17', 'yes'], checkpoints: [{}, {}] },
      { id: 'hours', input: 'When do you open?' },
    ]);
    const showResult = await run('show', 'latest', '--format', 'json');
    expect(JSON.parse(showResult.stdout)).toMatchObject({
      summary: { total: 3, passed: 0, skipped: 2, errors: 1 },
      skipped: [
        { id: 'refund', status: 'skipped', turns: [{ response: { tool_calls: [{ tool: 'get_order' }] } }, {}] },
        { id: 'hours' },
      ],
      results: [{ id: 'dead', status: 'error', error: '502 from the model' }],
    });
    expect((await run('lint', 'tests/talks.jsonl')).code).toBe(0);
    expect((await run('regrade', 'latest')).stdout).toContain('skipped → passed (2)');
  });

  it('may be one list, and conversations of one id stay apart', async () => {
    workspace.write('talks.json', JSON.stringify([hours, hours]));
    expect((await run('import', 'transcripts', 'talks.json')).stdout).toContain('imported 2 of 2 conversations\n');
    const { stdout } = await run('show', 'latest', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ skipped: [{ id: 'hours' }, { id: 'hours-2' }] });
  });

  it('may be a report on one line', async () => {
    workspace.write('report.json', JSON.stringify({ results: [hours], skipped: [{ id: 'never', status: 'skipped' }] }));
    expect((await run('import', 'transcripts', 'report.json')).stdout).toContain('imported 1 of 1 conversations\n');
  });

  it.each([
    [
      '{"id": "chat", "messages": []}',
      'talks.jsonl:1: not imported: a conversation: the conversation has no "turns" and no "output"\n',
    ],
    ['[]', 'no conversations in talks.jsonl\n'],
  ])('%s holds none, and says so', async (line, message) => {
    workspace.write('talks.jsonl', line);
    const { code, stdout } = await run('import', 'transcripts', 'talks.jsonl');
    expect({ code, stdout }).toEqual({ code: 2, stdout: expect.stringContaining(message) });
    expect(stdout).not.toContain('0 of 0');
  });

  it('that are none leave no run behind', async () => {
    workspace.write('talks.jsonl', '{"id": "cut", "turns": [{"inp');
    const { code, stdout, stderr } = await run('import', 'transcripts', 'talks.jsonl');
    expect(code).toBe(2);
    expect(stdout).toMatch(/^talks\.jsonl:1: not imported: the file: /);
    expect(stderr).toContain('exit 2: nothing could be imported');
    expect(existsSync(path.join(workspace.root, '.runner'))).toBe(false);
  });

  it('that the history refuses in the middle leave nothing of them, and no suite', async () => {
    workspace.write('talks.jsonl', [refund]);
    expect((await run('import', 'transcripts', 'talks.jsonl')).code).toBe(0);
    const history = openDatabase(path.join(workspace.root, '.runner', 'history.db'));
    const counts = () =>
      ['runs', 'events', 'attempts', 'passages'].map((table) =>
        history.sqlite.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
      );
    const before = counts();
    history.sqlite.exec(
      "CREATE TRIGGER refuse BEFORE INSERT ON attempts WHEN NEW.case_id = 'talk-900' BEGIN SELECT RAISE(ABORT, 'not this one'); END",
    );
    const many = Array.from({ length: 3_000 }, (_, index) => ({ ...hours, id: `talk-${index}` }));
    workspace.write('many.jsonl', many);
    const { code, stderr } = await run('import', 'transcripts', 'many.jsonl', '-o', 'tests/many.jsonl');
    expect([code, stderr]).toEqual([1, expect.stringContaining('not this one')]);
    expect(existsSync(path.join(workspace.root, 'tests'))).toBe(false);
    expect(counts()).toEqual(before);
    history.sqlite.exec('DROP TRIGGER refuse');
    history.close();
    expect((await run('import', 'transcripts', 'many.jsonl')).stdout).toContain('imported 3,000 of 3,000');
    expect(JSON.parse((await run('show', 'latest', '--format', 'json')).stdout).summary.total).toBe(3_000);
  });
});

const toMessagesJson = (...messages: [string, string][]) =>
  JSON.stringify(messages.map(([role, content]) => ({ role, parts: [{ type: 'text', content }] })));
const chat = (question: string, answer: string, more: object = {}) => ({
  'gen_ai.operation.name': 'chat',
  'gen_ai.request.model': 'small',
  'gen_ai.input.messages': toMessagesJson(['user', question]),
  'gen_ai.output.messages': toMessagesJson(['assistant', answer]),
  'gen_ai.usage.input_tokens': 5,
  'gen_ai.usage.output_tokens': 3,
  ...more,
});
const ofTalk = { 'gen_ai.conversation.id': 'talk' };

it('traces: spans of several traces are one conversation, and what is truncated or mixed is refused', async () => {
  const [one, two, cut, mixed] = ['1', '2', '3', '4'].map((digit) => digit.repeat(32));
  const call = JSON.stringify([
    { role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'find', arguments: {} }] },
  ]);
  const tool = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'find',
    'gen_ai.tool.call.arguments': '{"id":7}',
    'gen_ai.tool.call.result': '{"ok":true}',
  };
  const first = [
    createSpan(1, chat('Find order 7', '', { ...ofTalk, 'gen_ai.output.messages': call }), { traceId: one }),
    createSpan(2, tool, { traceId: one, parentSpanId: '0000000000000001' }),
    createSpan(3, chat('Find order 7', 'It is here.', ofTalk), { traceId: one, parentSpanId: '0000000000000001' }),
  ];
  const rest = [
    createSpan(4, chat('Thanks', 'Bye.', ofTalk), { traceId: two }),
    createSpan(5, chat('Find', '', { 'gen_ai.output.messages': call }), { traceId: cut }),
    createSpan(6, chat('a', 'b', ofTalk), { traceId: mixed }),
    createSpan(7, chat('a', 'b', { 'gen_ai.conversation.id': 'other' }), { traceId: mixed }),
  ];
  workspace.write('spans.jsonl', `${encodeSpansAsJson(rest)}\n${encodeSpansAsJson(first.slice(0, 1))}\n`);
  workspace.write('spans.json', encodeSpansAsJson(first.slice(1)));
  const { code, stdout } = await run('import', 'traces', 'spans.jsonl', 'spans.json', '-o', 'tests/talk.jsonl');
  expect(code).toBe(0);
  expect(stdout).toContain('the trace is truncated: it ends with a call to find that has no result');
  expect(stdout).toContain('the trace is mixed: its spans belong to the conversations talk and other');
  expect(stdout).toContain('imported 1 of 3 conversations; 2 not\n');
  const report = JSON.parse((await run('show', 'latest', '--format', 'json')).stdout);
  expect(report.skipped).toMatchObject([
    {
      id: 'talk',
      turns: [
        {
          input: 'Find order 7',
          output: 'It is here.',
          response: { tool_calls: [{ tool: 'find', arguments: { id: 7 }, result: { ok: true } }] },
        },
        { input: 'Thanks', output: 'Bye.' },
      ],
    },
  ]);
  expect((await run('lint', 'tests/talk.jsonl')).code).toBe(0);
});

it('traces: Protocol Buffers, the spans that an SDK prints, and what is no span', async () => {
  const bytes = encodeSpansAsProtobuf([createSpan(1, chat('Hi', 'Hello.'))]);
  writeFileSync(path.join(workspace.root, 'spans.pb'), bytes);
  expect((await run('import', 'traces', 'spans.pb')).stdout).toContain('imported 1 of 1 conversations\n');
  const record = {
    name: 'chat',
    context: { trace_id: `0x${'a'.repeat(32)}`, span_id: `0x${'b'.repeat(16)}` },
    parent_id: null,
  };
  const times = { start_time: '2026-01-02T03:04:05.000Z', end_time: '2026-01-02T03:04:06.000Z' };
  workspace.write('printed.json', {
    ...record,
    ...times,
    attributes: chat('Hi', 'Hello.'),
    events: [],
    status: { status_code: 'OK' },
  });
  expect((await run('import', 'traces', 'printed.json')).stdout).toContain('imported 1 of 1 conversations\n');
  workspace.write('bare.json', chat('Hi', 'Hello.'));
  const bare = await run('import', 'traces', 'bare.json');
  expect([bare.code, bare.stdout]).toEqual([
    2,
    expect.stringContaining('this has the attributes of a span, but is not a whole span'),
  ]);
  workspace.write('cut.json', encodeSpansAsJson([createSpan(1, chat('Hi', 'Hello.'))]).slice(0, -9));
  expect((await run('import', 'traces', 'cut.json')).code).toBe(2);
});

it('traces: many conversations are those of the file, whichever thread has read them', async () => {
  const talk = (index: number) => ({ 'gen_ai.conversation.id': `talk-${index % 400}` });
  const lines = Array.from({ length: 1_200 }, (_, index) => {
    const chatAttributes = chat(`Question ${index} ${'and more '.repeat(100)}`, `Answer ${index}`, talk(index));
    const span = createSpan(index + 1, chatAttributes, { traceId: String(index + 1).padStart(32, '0') });
    return index % 300 === 299 ? '{"resourceSpans": [' : encodeSpansAsJson([span]);
  });
  workspace.write('spans.jsonl', `${lines.join('\n')}\n`);
  const { stdout } = await run('import', 'traces', 'spans.jsonl', '-o', 'tests/talks.jsonl');
  const cut = [300, 600, 900, 1_200].map((line) =>
    expect.stringContaining(`spans.jsonl:${line}: not imported: spans: `),
  );
  expect(stdout.split('\n')).toEqual([
    ...cut,
    'imported 400 of 404 conversations; 4 not',
    ...['run', '400 cases in', ''].map((text) => expect.stringContaining(text)),
  ]);
  expect(cases('tests/talks.jsonl')).toHaveLength(400);
  const { skipped } = JSON.parse((await run('show', 'latest', '--format', 'json')).stdout);
  const answers = skipped.map(({ id, turns }: { id: string; turns: { output: string }[] }) => [
    id,
    turns.map(({ output }) => output),
  ]);
  const expected = Array.from({ length: 400 }, (_, talk) => [
    `talk-${talk}`,
    [talk, talk + 400, talk + 800].filter((index) => index % 300 !== 299).map((index) => `Answer ${index}`),
  ]);
  expect(new Map(answers)).toEqual(new Map(expected.map(([id, texts]) => [id, texts])));
});
