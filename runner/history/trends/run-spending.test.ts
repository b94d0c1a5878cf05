import { describe, expect, it } from 'vitest';
import type { RunEvent } from '../../contract/index.ts';
import { caseResult } from '../../testing/finished-run.ts';
import { readCaseSpending, readRunSpending } from '../index.ts';
import { temporaryHistories, writeEvents, writeResults } from '../testing/temporary-histories.ts';

const suiteKey = 'tests/refunds.jsonl';
const freshHistory = temporaryHistories();
const usage = (inputTokens: number, outputTokens: number, cost?: number) => ({
  inputTokens,
  outputTokens,
  calls: 1,
  retries: 0,
  ...(cost === undefined ? {} : { cost }),
});

type Body = RunEvent extends infer Event
  ? Event extends RunEvent
    ? Omit<Event, 'v' | 'runId' | 'seq'>
    : never
  : never;

/** A conversation of two turns with a simulator, a tool, and a judge of the whole conversation. */
function talk(): Body[] {
  const attemptId = { suiteKey, caseId: 'a', attempt: 1 };
  const turn = (number: number, spending: ReturnType<typeof usage>) => ({
    turn: number,
    origin: 'case' as const,
    input: 'hi',
    checkpointsReached: [],
    startedAt: 0,
    durationMs: 1,
    usage: spending,
  });
  const modelCall = (number: number, role: 'agent' | 'simulator', spending: ReturnType<typeof usage>) => ({
    type: 'model.called' as const,
    turn: number,
    role,
    agentId: role,
    connector: 'm',
    startedAt: 0,
    durationMs: 1,
    usage: spending,
  });
  return [
    { at: 1_000, type: 'case.started', ...attemptId },
    { at: 1_000, type: 'phase.started', ...attemptId, turn: 1, phase: 'agent' },
    { at: 1_200, ...modelCall(1, 'agent', usage(90, 9, 0.9)), ...attemptId },
    {
      at: 1_250,
      type: 'tool.finished',
      ...attemptId,
      turn: 1,
      call: 1,
      tool: 'lookup',
      startedAt: 1_210,
      durationMs: 40,
    },
    { at: 1_300, type: 'turn.finished', ...attemptId, turn: turn(1, usage(100, 10, 1)) },
    { at: 1_300, type: 'phase.started', ...attemptId, turn: 2, phase: 'simulator' },
    { at: 1_350, ...modelCall(2, 'simulator', usage(20, 2)), ...attemptId },
    { at: 1_400, type: 'phase.started', ...attemptId, turn: 2, phase: 'agent' },
    { at: 1_900, type: 'turn.finished', ...attemptId, turn: turn(2, usage(200, 20, 2)) },
    { at: 1_900, type: 'phase.started', ...attemptId, turn: 2, phase: 'judge' },
    {
      at: 2_000,
      type: 'case.finished',
      ...attemptId,
      result: caseResult({
        id: 'a',
        usage: { agent: { ...usage(300, 30, 3), calls: 2 }, simulator: usage(20, 2), judge: usage(7, 1, 0.5) },
      }),
    },
  ];
}

async function storedTalk() {
  const database = freshHistory();
  await writeResults(database, { runId: 'run-1', at: 500, suiteKey, results: [caseResult({ id: 'b' })] }, 'goes on');
  const events = talk().map((body, index): RunEvent => ({ v: 1, runId: 'run-1', seq: 100 + index, ...body }));
  await writeEvents(database, events);
  return database;
}

describe('what a run has spent', () => {
  it('is known by role, with the time that each was waited for', async () => {
    const { total } = readRunSpending(await storedTalk(), 'run-1');
    expect(total.agent).toMatchObject({ ms: 800, usage: { inputTokens: 300, cost: 3 } });
    expect(total.simulator).toMatchObject({ ms: 100, usage: { inputTokens: 20 } });
    expect(total.simulator?.usage?.cost).toBeUndefined();
    expect(total.judge).toMatchObject({ ms: 100, usage: { cost: 0.5 } });
    expect(total.tool).toEqual({ ms: 40 });
  });

  it('stands by case, those first that took most', async () => {
    const { cases, count } = readRunSpending(await storedTalk(), 'run-1');
    expect(cases.map(({ id, attempts }) => [id, attempts])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(count).toBe(2);
  });

  it('stands by turn, and what no turn accounts for beside them', async () => {
    const turns = readCaseSpending(await storedTalk(), 'run-1', { suiteKey, caseId: 'a' });
    expect(turns.map(({ turn }) => turn)).toEqual([1, 2, 0]);
    const [firstSpending, secondSpending, thirdSpending] = turns.map(({ spent }) => spent);
    expect(firstSpending).toMatchObject({ agent: { ms: 300, usage: { inputTokens: 100, cost: 1 } }, tool: { ms: 40 } });
    expect(secondSpending).toMatchObject({
      agent: { ms: 500, usage: { cost: 2 } },
      simulator: { ms: 100 },
      judge: { ms: 100 },
    });
    expect(thirdSpending).toMatchObject({ judge: { ms: 0, usage: { inputTokens: 7, cost: 0.5 } } });
    expect(thirdSpending?.agent).toBeUndefined();
  });

  it('is nothing for a case that the run does not have', async () => {
    expect(readCaseSpending(await storedTalk(), 'run-1', { suiteKey, caseId: 'c' })).toEqual([]);
    expect(readRunSpending(freshHistory(), 'run-2')).toEqual({ total: {}, cases: [], count: 0 });
  });
});
