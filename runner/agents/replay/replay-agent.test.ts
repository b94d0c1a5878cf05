import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CaseResult, DynamicCase } from '../../contract/index.ts';
import type { Agent } from '../../ports/index.ts';
import { buildJsonReport } from '../../reporters/json/json-report.ts';
import { formatJsonlReport } from '../../reporters/jsonl-reporter.ts';
import { dynamicCase, plannedCase, runPlan, standardCase } from '../../testing/case-factory.ts';
import { caseResult, finishedRun } from '../../testing/finished-run.ts';
import { listResultsInEvents, recordRun } from '../../testing/record-run.ts';
import { parseTranscripts } from './read-transcripts.ts';
import { createReplayAgent } from './replay-agent.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'turntree-replay-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function replaying(...conversations: object[]): Agent {
  writeFileSync(path.join(root, 'logs.jsonl'), conversations.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  return createReplayAgent({ id: 'logs', entry: { type: 'replay', file: 'logs.jsonl' }, root });
}

const talk: Partial<DynamicCase> = {
  id: 'talk',
  input: 'Hello',
  simulator: undefined,
  turns: [{ input: 'Refund it' }],
  checkpoints: [],
  assertions: [{ type: 'tool_called', value: { name: 'refund', arguments: { id: 7 } } }],
};
const recorded = {
  id: 'talk',
  turns: [
    { input: 'Hello', output: 'Hi' },
    { input: 'Refund it', output: 'Done', tool_calls: [{ name: 'refund', arguments: '{"id": 7}', result: 'ok' }] },
  ],
};

async function run(agent: Agent, parts = talk, attempts = 1): Promise<CaseResult[]> {
  const plan = runPlan([plannedCase(dynamicCase(parts), { agentId: 'logs' })], { options: { attempts } });
  const { events, done } = recordRun(plan, [agent]);
  await done;
  return listResultsInEvents(events);
}

describe('a replay agent', () => {
  it('answers each turn as it was answered', async () => {
    const [result] = await run(replaying(recorded));
    expect(result).toMatchObject({
      status: 'passed',
      turns: [
        { output: 'Hi' },
        { output: 'Done', response: { toolCalls: [{ tool: 'refund', arguments: { id: 7 }, result: 'ok' }] } },
      ],
    });
    expect(result?.warnings).toBeUndefined();
  });

  it('warns when the user says something else than was recorded', async () => {
    const [result] = await run(replaying(recorded), { ...talk, turns: [{ input: 'Refund both' }] });
    expect(result?.warnings).toEqual([`turn 2: the user's message differs from the recorded one, "Refund it"`]);
  });

  it('is an error for a case, a turn or an attempt that is not recorded', async () => {
    const [stranger] = await run(replaying(recorded), { ...talk, id: 'other' });
    expect(stranger).toMatchObject({
      status: 'error',
      error: 'agent error at turn 1: agent "logs": logs.jsonl has no recorded conversation for case "other"',
    });
    const [longer] = await run(replaying(recorded), { ...talk, turns: [{ input: 'Refund it' }, { input: 'Bye' }] });
    expect(longer?.error).toContain(
      'the recorded conversation of case "talk" in logs.jsonl has 2 turns, but turn 3 was requested',
    );
    const two = await run(replaying(recorded, { ...recorded, turns: [{ output: 'No' }, { output: 'No' }] }), talk, 3);
    expect(two.map(({ status }) => status)).toEqual(['passed', 'failed', 'error']);
    expect(two[2]?.error).toContain('logs.jsonl has no recorded conversation for attempt 3 of case "talk", only 2');
  });

  it('asks the mocks of a case what it called then, and warns where they answer something else', async () => {
    const state = { orders: [{ id: 7, by: 'Ada' }] };
    const mock = { refund: [{ result: 'ok' }] };
    const [same] = await run(replaying(recorded), { ...talk, state, mocks: mock });
    expect(same).toMatchObject({ status: 'passed', toolCalls: [{ tool: 'refund', result: 'ok', mocked: true }] });
    expect(same?.warnings).toBeUndefined();
    const other = { refund: [{ result: { $state: '$.orders[?(@.id=={{id}})].by' } }] };
    const [different] = await run(replaying(recorded), { ...talk, state, mocks: other });
    expect(different?.toolCalls).toMatchObject([{ tool: 'refund', result: ['Ada'], mocked: true }]);
    expect(different?.warnings).toEqual([
      'turn 2: refund returned {"result":"ok"} when it was recorded, but its mock returns {"result":["Ada"]}',
    ]);
    const [unmocked] = await run(replaying(recorded), { ...talk, state, mocks: {} });
    expect(unmocked).toMatchObject({ status: 'error', error: expect.stringContaining('which has no mock') });
    const [passed] = await run(replaying(recorded), { ...talk, state, pass: ['refund'] });
    expect(passed).toMatchObject({ status: 'passed', toolCalls: [{ tool: 'refund', result: 'ok' }] });
  });

  it('breaks where the agent broke', async () => {
    const [result] = await run(replaying({ id: 'talk', turns: [{ output: 'Hi' }, { error: 'gone' }] }));
    expect(result).toMatchObject({ status: 'error', error: 'agent error at turn 2: gone' });
  });

  it('says what is wrong with its file', () => {
    const open = (file: string, text?: string) => () => {
      if (text !== undefined) writeFileSync(path.join(root, file), text);
      return createReplayAgent({ id: 'logs', entry: { type: 'replay', file }, root });
    };
    expect(open('none.jsonl')).toThrow('agent "logs": the file none.jsonl does not exist');
    expect(open('bad.jsonl', '{"id": "a", "turns": []}\n{"id": ')).toThrow('bad.jsonl: line 2: ');
    expect(open('bad.jsonl', '{"id": "a", "turns": [{"input": "x"}]}\n')).toThrow('turns[0] has no answer');
    expect(open('bad.jsonl', '{"turns": [{"output": "x"}]}\n')).toThrow('id');
    expect(open('bad.jsonl', '\n')).toThrow('the file contains no recorded conversation');
  });
});

describe('a verdict that a recording brings along', () => {
  it.each<[object, object | undefined]>([
    [{ passed: true }, { passed: true, from: 'passed: true' }],
    [{ status: 'failed' }, { passed: false, from: 'status failed' }],
    [{ reward: 0 }, { passed: false, from: 'reward 0' }],
    [{ score: 1 }, { passed: true, from: 'score 1' }],
    [{ score: 0.6 }, undefined],
    [{ status: 'error' }, undefined],
    [{ passed: 'yes' }, undefined],
  ])('%j', (written, verdict) => {
    const [transcript] = parseTranscripts(JSON.stringify({ id: 'a', ...written, turns: [{ output: 'x' }] }));
    expect(transcript?.verdict).toEqual(verdict);
  });
});

describe('a report of a run', () => {
  it('is what it answers from, too', async () => {
    const [played] = await run(replaying(recorded));
    if (played === undefined) throw new Error('the case did not finish');
    const finished = finishedRun([played, caseResult({ id: 'one', output: 'hello', input: 'x' })]);
    const texts = [buildJsonReport, formatJsonlReport].map((write) =>
      [...write(finished.state, finished.resultsOf)].join(''),
    );
    for (const text of texts) {
      writeFileSync(path.join(root, 'report.json'), text);
      const agent = createReplayAgent({ id: 'logs', entry: { type: 'replay', file: 'report.json' }, root });
      const [again] = await run(agent);
      expect(again).toMatchObject({ status: 'passed', toolCalls: played.toolCalls });
      const single = standardCase({ id: 'one', assertions: [{ type: 'equals', value: 'hello' }] });
      const { events, done } = recordRun(runPlan([plannedCase(single, { agentId: 'logs' })]), [agent]);
      await done;
      expect(listResultsInEvents(events)).toMatchObject([{ status: 'passed' }]);
    }
  });

  it('has each attempt of a repeated case', () => {
    const attempts = [1, 2].map((attempt) => caseResult({ id: 'one', attempt, output: `answer ${attempt}` }));
    const { state, resultsOf } = finishedRun(attempts);
    const transcripts = parseTranscripts([...buildJsonReport(state, resultsOf)].join(''));
    expect(transcripts.map(({ turns }) => turns[0]?.response?.content)).toEqual(['answer 1', 'answer 2']);
  });
});
