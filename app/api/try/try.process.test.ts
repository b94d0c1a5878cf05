import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPostRequest, parseRefusal } from '@/lib/testing/requests';
import { setUpServedWorkspace } from '@/lib/testing/served-workspace';
import { POST as talk } from './route';

const agentSource = `export default function desk({ input }) {
  if (input.includes('crash')) throw new Error('out of order');
  if (input.includes('open')) return 'We are open from 12:00 to 23:00.';
  return { content: 'Done.', tool_calls: [{ tool: 'book', arguments: { people: 2 } }] };
}
`;
const refundsSource = `
let text = '';
for await (const part of process.stdin) text += part;
const { messages } = JSON.parse(text);
const last = messages.at(-1).content;
const [order] = /W\\d+/.exec(last) ?? [];
const refund = { content: 'It is refunded.', tool_calls: [{ tool: 'refund', arguments: { order } }] };
console.log(JSON.stringify(order === undefined ? { content: 'What is your order number?' } : refund));
`;
const { root } = setUpServedWorkspace({
  'runner.config.json': '{}',
  'desk.mjs': agentSource,
  'refunds.mjs': refundsSource,
  'two.mjs': `export const one = () => 'one';\nexport const two = () => 'two';\n`,
});
const step = async (body: object) => (await talk(createPostRequest(body))).json();
async function nextUntil(talkId: string, key: string) {
  let state = await step({ talk: talkId, next: true });
  while (state.ok === true && !(key in state)) state = await step({ talk: talkId, next: true });
  return state;
}

const readText = (file: string) => readFileSync(path.join(root(), file), 'utf8');

describe('POST /api/try', () => {
  it('finds an agent, has a person talk to it, and writes the suite', async () => {
    const detection = await step({ agent: 'desk.mjs' });
    expect(detection).toMatchObject({ ok: true, said: 'Calls the default export of desk.mjs', turns: [] });
    const first = await step({ talk: detection.talk, say: 'When are you open?' });
    expect(first).toMatchObject({
      turns: [{ turn: 1, input: 'When are you open?', tools: [], answer: 'We are open from 12:00 to 23:00.' }],
    });
    const second = await step({ talk: detection.talk, say: 'Book a table\nfor two.' });
    expect(second.turns[1]).toMatchObject({ answer: 'Done.', tools: [expect.stringContaining('book({"people":2})')] });
    expect(second.suite).toBeUndefined();
    const writeResult = await step({ talk: detection.talk, write: true });
    expect(writeResult.suite).toEqual({
      suiteKey: 'tests/desk/first.jsonl',
      caseId: 'first',
      checkpoints: ['turn-1: says 12:00', 'turn-2: calls book'],
    });
    expect(JSON.parse(readText('tests/desk/first.jsonl'))).toMatchObject({ id: 'first', input: 'When are you open?' });
    expect(JSON.parse(readText('runner.config.json')).agents.desk).toEqual({ type: 'module', path: 'desk.mjs' });
    expect(await parseRefusal(talk(createPostRequest({ talk: detection.talk, say: 'more' })))).toMatchObject({
      status: 404,
    });
  });

  it('writes the suite after the third message', async () => {
    const { talk: id } = await step({ agent: 'desk.mjs' });
    for (const say of ['When are you open?', 'Book.']) await step({ talk: id, say });
    expect(await step({ talk: id, say: 'Are you open now?' })).toMatchObject({
      turns: [{ turn: 1 }, { turn: 2 }, { turn: 3 }],
      suite: { suiteKey: 'tests/desk/first.jsonl' },
    });
  });

  it('lets the built-in user talk, an event at a time, and asks the person', async () => {
    const { talk: id, turns, goal } = await step({ agent: 'refunds.mjs', goal: 'get a refund' });
    expect({ turns, goal }).toEqual({ turns: [], goal: 'get a refund' });
    expect(await step({ talk: id, next: true })).toMatchObject({ sent: { turn: 1, input: 'I want to get a refund' } });
    const answeredStep = await step({ talk: id, next: true });
    expect(answeredStep).toMatchObject({ turns: [{ answer: 'What is your order number?' }] });
    expect(answeredStep).not.toHaveProperty('sent');
    const name = 'order number';
    expect(await step({ talk: id, next: true })).toMatchObject({ question: { type: 'fact', name } });
    expect(await parseRefusal(talk(createPostRequest({ talk: id, next: true })))).toMatchObject({
      words: 'The conversation expects fact now, but the request has next.',
    });
    expect(await step({ talk: id, fact: 'W23' })).toMatchObject({ sent: { input: 'The order number is W23' } });
    await step({ talk: id, next: true });
    const questionStep = await step({ talk: id, next: true });
    expect(questionStep.question).toMatchObject({
      type: 'repeat',
      question: expect.stringContaining('It called refund.'),
    });
    expect(await step({ talk: id, repeat: false })).toMatchObject({
      suite: {
        suiteKey: 'tests/refunds/first.jsonl',
        checkpoints: ['asks-order-number: asks for the order number', 'calls-refund: calls refund'],
        leftOut: 'you did not agree to call the agent again',
      },
    });
  });

  it('holds two more conversations after a yes, and shows where they begin', async () => {
    const { talk: id } = await step({ agent: 'refunds.mjs', goal: 'get a refund', facts: ['order number=W23'] });
    await nextUntil(id, 'question');
    await step({ talk: id, repeat: true });
    const state = await nextUntil(id, 'suite');
    expect(state.turns.map(({ title }: { title?: string }) => title)).toEqual([
      ...[undefined, undefined, 'The same user, in a few words', undefined],
      ...['The same user, who contradicts a refusal', undefined],
    ]);
    expect(state.suite).not.toHaveProperty('leftOut');
  });

  it('answers in the words of the runner what is not clear, and when an agent fails', async () => {
    expect((await step({ agent: 'two.mjs' })).problems.join('\n')).toMatch(/name one with --export\n.*one, two/);
    const { talk: id } = await step({ agent: 'two.mjs', export: 'two', name: 'second' });
    expect(await step({ talk: id, say: 'hello' })).toMatchObject({ turns: [{ answer: 'two' }] });
    const { talk: other } = await step({ agent: 'desk.mjs' });
    const failed = await step({ talk: other, say: 'crash' });
    expect(failed).toMatchObject({ ok: false, problems: [expect.stringContaining('out of order')] });
    expect(readText('runner.config.json')).toBe('{}');
  });

  it('starts nothing outside the workspace, however it is named', async () => {
    const fileOutside = path.join(os.tmpdir(), `turntree-outside-${process.pid}.mjs`);
    symlinkSync(fileOutside, path.join(root(), 'link.mjs'));
    symlinkSync(os.tmpdir(), path.join(root(), 'folder'));
    for (const agent of ['..', '../..', os.tmpdir(), 'folder', process.execPath]) {
      const refusal = await parseRefusal(talk(createPostRequest({ agent })));
      expect(refusal, agent).toMatchObject({ status: 400, words: expect.stringContaining('outside the workspace') });
    }
    for (const agent of ['link.mjs', 'nothing.mjs', '--export=x', '127.0.0.1:8000/chat']) {
      const refusal = await parseRefusal(talk(createPostRequest({ agent })));
      expect(refusal, agent).toMatchObject({ status: 400, words: expect.stringContaining('neither an address') });
    }
    rmSync(path.join(root(), 'folder'));
    expect(await parseRefusal(talk(createPostRequest({ agent: 'desk.mjs', say: 'x' })))).toMatchObject({ status: 400 });
  });

  it('says one thing after the other', async () => {
    const { talk: id } = await step({ agent: 'desk.mjs' });
    const first = step({ talk: id, say: 'When are you open?' });
    expect(await parseRefusal(talk(createPostRequest({ talk: id, say: 'And?' })))).toMatchObject({
      words: 'The agent has not answered yet.',
    });
    expect(await first).toMatchObject({ turns: [{ turn: 1 }] });
    await step({ talk: id, write: true });
  });
});
