import { beforeEach, expect, it } from 'vitest';
import { caseResult } from '../../testing/finished-run.ts';
import { groupFailuresByCause, hashCause } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { explainAttempt, getRunState, readFailureGroups } from '../index.ts';
import { createResultReader } from '../read/read-results.ts';
import { temporaryHistories, writeResults } from '../testing/temporary-histories.ts';

const suiteKey = 'tests/refunds.jsonl';
const freshHistory = temporaryHistories();
let database: Database;
beforeEach(async () => {
  database = freshHistory();
  const failed = (id: string, type: string) =>
    caseResult({ id, status: 'failed', assertions: [{ type, status: 'failed', message: type }] });
  const results = [failed('a', 'regex'), failed('b', 'contains'), caseResult({ id: 'c' }), failed('d', 'contains')];
  await writeResults(database, { runId: 'run-1', at: 1_000, suiteKey, results });
});

function stored() {
  const state = getRunState(database, 'run-1');
  if (state === undefined) throw new Error('no run');
  return state;
}

it('puts failures with the same cause together, as many as the diagnosis of one of them counts', () => {
  const { groups, failures } = readFailureGroups(database, stored());
  expect(failures).toBe(3);
  expect(groups.map(({ cases, attempts }) => [cases.map(({ id }) => id), attempts])).toEqual([
    [['b', 'd'], 2],
    [['a'], 1],
  ]);
  expect(explainAttempt(database, stored(), { suiteKey, caseId: 'b', attempt: 1 })?.alike).toBe(1);
});

it('puts conversations together by what they lack, and errors by their words', async () => {
  const stuck = (id: string, attempt: number, output: string) =>
    caseResult({
      id,
      attempt,
      kind: 'dynamic',
      status: 'failed',
      endReason: 'max_turns',
      turns: [
        {
          turn: 1,
          origin: 'case',
          input: output,
          startedAt: 1,
          durationMs: 1,
          checkpointsReached: ['heard'],
          response: { content: output.repeat(20_000), toolCalls: [] },
        },
      ],
      checkpoints: [
        {
          id: 'heard',
          after: [],
          required: true,
          reached: true,
          passed: true,
          reachedAtTurn: 1,
          outOfOrderAtTurns: [],
        },
        { id: 'offer', after: ['heard'], required: true, reached: false, passed: false, outOfOrderAtTurns: [] },
      ],
    });
  const broken = caseResult({ id: 'z', status: 'error', error: 'x'.repeat(70_000) });
  const results = [stuck('t', 2, 'later '), stuck('t', 1, 'before '), stuck('u', 1, 'other '), broken];
  await writeResults(database, { runId: 'run-2', at: 2_000, suiteKey, results });
  const run = getRunState(database, 'run-2');
  if (run === undefined) throw new Error('no run');
  const { groups, failures } = readFailureGroups(database, run);
  expect(failures).toBe(4);
  expect(groups).toMatchObject([
    { headline: 'Wrong at T1: `offer` was never reached', attempts: 3, cases: [{ id: 't' }, { id: 'u' }] },
    { headline: 'x'.repeat(70_000), attempts: 1, status: 'error', cases: [{ id: 'z' }] },
  ]);
  const { causes } = groupFailuresByCause(run, createResultReader(database, 'run-2'));
  expect(groups.map(({ key }) => key)).toEqual(causes.map(({ diagnosis }) => hashCause(diagnosis.cause.fingerprint)));
});
