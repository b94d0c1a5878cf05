import { beforeEach, describe, expect, it } from 'vitest';
import type { CaseResult, CaseStatus } from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import type { RecordedResults } from '../../testing/record-results.ts';
import { computePassRateInterval } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import {
  createLastPassingAttemptReader,
  explainMatrixCells,
  getRunState,
  type MatrixRequest,
  readMatrix,
  readModelMatrix,
} from '../index.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';
import { findDifferingLine } from './differing-line.ts';

const suiteKey = 'tests/suite.jsonl';
const models: MatrixRequest = { suiteKey, agentId: 'shop', by: 'models', runs: [] };
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(() => {
  database = freshHistory();
});

describe('the columns of a matrix', () => {
  it('are the newest complete run of each connector', async () => {
    await record('old', 1, { connector: 'small' }, ['a failed', 'b failed']);
    await record('small', 2, { connector: 'small' }, ['a passed', 'b failed']);
    await record('large', 3, { connector: 'large' }, ['b passed', 'a passed', 'c passed']);
    await record('some', 4, { connector: 'large', options: { cases: ['a'] } }, ['a failed']);
    await record('elsewhere', 5, { connector: 'large', agentId: 'other' }, ['a failed']);
    const { columns, rows, suites } = readMatrix(database, models);
    expect(columns).toMatchObject([
      { connector: 'large', runId: 'large', passed: 3, judged: 3 },
      { connector: 'small', runId: 'small', passed: 1, judged: 2 },
    ]);
    expect(columns[1]?.band).toEqual(
      computePassRateInterval([
        { passed: 1, judged: 1 },
        { passed: 0, judged: 1 },
      ]),
    );
    expect(suites).toEqual([suiteKey]);
    expect(rows).toEqual([
      [0, 'b', [1, 1, 1_500, null], [0, 1, 1_500, null]],
      [0, 'a', [1, 1, 1_500, null], [1, 1, 1_500, null]],
      [0, 'c', [1, 1, 1_500, null], null],
    ]);
  });

  it('are the newest run of each version of the agent, the oldest version first', async () => {
    await record('one', 1, { parts: { prompts: 'p1', settings: 'c1' } }, ['a passed']);
    await record('one again', 2, { parts: { prompts: 'p1', settings: 'c1' } }, ['a passed']);
    await record('two', 3, { parts: { prompts: 'p2', settings: 'c1' } }, ['a failed']);
    const { columns } = readMatrix(database, { ...models, by: 'versions' });
    expect(columns.map(({ runId, changed }) => [runId, changed])).toEqual([
      ['one again', []],
      ['two', ['prompts']],
    ]);
  });

  it('are told apart by commit if nothing is known of the agent', async () => {
    for (const [index, gitCommit] of ['c1', 'c2', 'c2'].entries()) {
      await record(`run ${index}`, index, { gitCommit }, ['a passed']);
    }
    const { columns } = readMatrix(database, { ...models, by: 'versions' });
    expect(columns.map(({ runId, commit }) => [runId, commit])).toEqual([
      ['run 0', 'c1'],
      ['run 2', 'c2'],
    ]);
  });

  it('are the requested runs in their order, whatever their suites', async () => {
    await record('first', 1, {}, ['a passed']);
    await record('second', 2, { suiteKey: 'tests/other.jsonl', agentId: 'clerk' }, ['a failed']);
    const { columns, suites, rows } = readMatrix(database, { ...models, suiteKey: '', runs: ['second', 'first'] });
    expect(columns.map(({ runId, agentId }) => [runId, agentId])).toEqual([
      ['second', 'clerk'],
      ['first', 'shop'],
    ]);
    expect(suites).toEqual(['tests/other.jsonl', suiteKey]);
    expect(rows.map(([suite, id]) => [suite, id])).toEqual([
      [0, 'a'],
      [1, 'a'],
    ]);
  });

  it('are at most six, and runs of this history', () => {
    const runs = ['1', '2', '3', '4', '5', '6', '7'];
    expect(() => readMatrix(database, { ...models, runs })).toThrow('at most 6 runs; these are 7');
    expect(() => readMatrix(database, { ...models, runs: ['lost'] })).toThrow('There is no run lost');
  });

  it('count attempts that are judged, and cases that are stable', async () => {
    await record('once', 1, { connector: 'small' }, ['a passed', 'a passed', 'b passed', 'b failed', 'c skipped']);
    const { columns, rows } = readMatrix(database, models);
    expect(columns).toMatchObject([{ passed: 3, judged: 4, repeated: 2, stable: 1, meanCost: null }]);
    expect(rows.map(([, caseId]) => caseId)).toEqual(['a', 'b']);
  });

  it('name the runs that go on', async () => {
    await record('now', 1, { connector: 'small' }, ['a passed'], 'goes on');
    expect(readMatrix(database, models)).toEqual({
      columns: [],
      suites: [],
      rows: [],
      running: [{ runId: 'now', connector: 'small' }],
    });
  });
});

describe('the words of a cell', () => {
  it('are the cause of a failure, and the line of an answer that differs from the first column', async () => {
    const answers = (output: string, fields: Partial<CaseResult> = {}) => [caseResult({ id: 'a', output, ...fields })];
    const failed = { type: 'contains', status: 'failed', message: 'no word of the refund' } as const;
    await write('base', 1, answers('Hello.\nYour refund is **30 €**.'));
    await write('other', 2, answers('Hello.\nYour refund is **25 €**.'));
    await write('same', 3, answers('Hello.\nYour refund is **30 €**.'));
    await write('bad', 4, answers('No.', { status: 'failed', assertions: [failed] }));
    expect(words(['base', 'other', 'same', 'bad'], 'a')).toEqual([
      { attempt: 1, status: 'passed', line: 'Your refund is **30 €**.' },
      { attempt: 1, status: 'passed', line: 'Your refund is **25 €**.' },
      { attempt: 1, status: 'passed' },
      { attempt: 1, status: 'failed', cause: expect.stringContaining('no word of the refund') },
    ]);
  });

  it('come from the first attempt that failed, and are missing if a run did not have the case', async () => {
    await record('twice', 1, {}, ['a passed', 'a failed', 'a error']);
    await record('other', 2, {}, ['b passed']);
    expect(words(['twice', 'other'], 'a')).toMatchObject([{ attempt: 2, status: 'failed' }, null]);
  });

  it('of a conversation name the turn', async () => {
    const conversationResults = (answer: string): CaseResult[] => [
      caseResult({ id: 'a', kind: 'dynamic', turns: [turn(1, 'Hello'), turn(2, answer)] }),
    ];
    await write('base', 1, conversationResults('مرحبا 👋'));
    await write('other', 2, conversationResults('مرحبا بك'));
    expect(words(['base', 'other'], 'a')).toMatchObject([
      { line: 'مرحبا 👋', turn: 2 },
      { line: 'مرحبا بك', turn: 2 },
    ]);
  });
});

it.each([
  ['one\ntwo\nthree', 'one\n2\nthree', 'two'],
  ['one\ntwo', 'one\ntwo\nthree', 'two'],
  ['one\n\ntwo', 'one\nthree', 'two'],
  ['', 'one', ''],
  ['same', 'same', ''],
  [`${'word '.repeat(30)}end 🙂`, `${'word '.repeat(30)}end`, `…${'word '.repeat(7)}end 🙂`],
  [`a${'🙂'.repeat(200)}`, '', `a${'🙂'.repeat(119)}…`],
])('the line of %j that differs from %j is %j', (text, other, line) => {
  expect(findDifferingLine(text, other)).toBe(line);
});

describe('suites by model', () => {
  it('are one row for each suite and agent', async () => {
    await record('small', 1, { connector: 'small' }, ['a passed']);
    await record('large', 2, { connector: 'large' }, ['a failed']);
    await record('other', 3, { suiteKey: 'tests/other.jsonl' }, ['a passed']);
    const { connectors, rows } = readModelMatrix(database);
    expect(connectors).toEqual([null, 'large', 'small']);
    expect(rows.map((row) => [row.suiteKey, ...row.cells.map((cell) => cell?.runId ?? null)])).toEqual([
      ['tests/other.jsonl', 'other', null, null],
      ['tests/suite.jsonl', null, 'large', 'small'],
    ]);
  });
});

type Parts = Partial<Omit<RecordedResults, 'runId' | 'at' | 'results'>>;

function words(runIds: readonly string[], caseId: string) {
  const states = runIds.flatMap((runId) => getRunState(database, runId) ?? []);
  const runs = states.map((run) => ({ run, lastPassing: createLastPassingAttemptReader(database, run) }));
  return explainMatrixCells(database, { runs, cases: [{ suiteKey, caseId }] })[0];
}

function turn(number: number, content: string) {
  const response = { content, toolCalls: [] };
  const base = { origin: 'case', input: 'Hi', checkpointsReached: [], startedAt: 0, durationMs: 1 } as const;
  return { ...base, checkpointsReached: [], turn: number, response };
}

function write(runId: string, time: number, results: readonly CaseResult[]): Promise<void> {
  return writeResults(database, { runId, at: time, results });
}

function record(
  runId: string,
  time: number,
  runFields: Parts,
  outcomes: readonly string[],
  state: 'goes on' | 'over' = 'over',
): Promise<void> {
  const attempts = new Map<string, number>();
  const results = outcomes.map((outcome) => {
    const [id = '', status] = outcome.split(' ');
    const attempt = (attempts.get(id) ?? 0) + 1;
    attempts.set(id, attempt);
    return caseResult({ id, attempt, status: status as CaseStatus });
  });
  return writeResults(database, { runId, at: time, results, ...runFields }, state);
}
