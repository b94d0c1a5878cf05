import { describe, expect, it } from 'vitest';
import type { CaseResult, RunEvent } from '../../contract/index.ts';
import { caseResult, finishedRun } from '../../testing/finished-run.ts';
import { createFailureLog, groupFailuresByCause, MAX_CAUSES } from './failure-log.ts';

const suiteKey = 'tests/suite.jsonl';
const failed = (id: string, message: string, parts: Partial<CaseResult> = {}): CaseResult =>
  caseResult({ id, status: 'failed', assertions: [{ type: 'contains', status: 'failed', message }], ...parts });

describe('what went wrong in a run', () => {
  it('is put together by cause, in the order of the first of each', () => {
    const { state, resultsOf } = finishedRun([
      failed('A', 'lacks x'),
      caseResult({ id: 'A', attempt: 2 }),
      failed('B', 'lacks y'),
      failed('C', 'lacks x'),
      caseResult({ id: 'D' }),
      failed('E', 'lacks x', { setAside: 'quarantine' }),
    ]);
    const { causes, count, failing } = groupFailuresByCause(state, resultsOf);
    expect(causes.map(({ attempts }) => attempts.map(({ id }) => id))).toEqual([['A', 'C'], ['B']]);
    expect([count, failing.map(({ id }) => id)]).toEqual([3, ['A', 'B', 'C']]);
  });

  it('answers the first that went wrong in the same way, and takes a case back', () => {
    const log = createFailureLog();
    expect(log.add(suiteKey, failed('A', 'lacks x'))).toBeUndefined();
    expect(log.add(suiteKey, failed('B', 'lacks x'))).toEqual({ suiteKey, id: 'A', attempt: 1 });
    expect(log.add(suiteKey, caseResult({ id: 'C' }))).toBeUndefined();
    expect(log.add('other.jsonl', failed('A', 'lacks y'))).toBeUndefined();
    expect(log.count()).toBe(3);
    log.removeCase(suiteKey, 'A');
    expect(log.causes().map(({ attempts }) => attempts.map((each) => `${each.suiteKey} ${each.id}`))).toEqual([
      [`${suiteKey} B`],
      ['other.jsonl A'],
    ]);
    log.removeCase('other.jsonl', 'A');
    expect([log.causes().length, log.count()]).toEqual([1, 1]);
  });

  it('keeps so many causes, and counts the others', () => {
    const log = createFailureLog();
    for (let place = 0; place <= MAX_CAUSES; place += 1) log.add(suiteKey, failed(`C${place}`, `lacks ${place}`));
    expect([log.causes().length, log.count()]).toEqual([MAX_CAUSES, MAX_CAUSES + 1]);
  });

  it('hears of checkpoints before its cases end, and says how near one came', () => {
    const checkpoints = [
      { id: 'paid', after: [], required: true, conditions: [{ check: 'contains' as const, wanted: 'paid in full' }] },
    ];
    const announcedCase = { suiteKey, id: 'A', kind: 'dynamic' as const, hash: 'h', checkpoints };
    const talk = caseResult({
      id: 'A',
      kind: 'dynamic',
      status: 'failed',
      endReason: 'max_turns',
      turns: [
        {
          turn: 1,
          origin: 'case',
          input: 'hi',
          response: { content: 'paid in part', toolCalls: [] },
          checkpointsReached: [],
          startedAt: 0,
          durationMs: 1,
        },
      ],
      checkpoints: [{ id: 'paid', after: [], required: true, reached: false, outOfOrderAtTurns: [], passed: false }],
    });
    const nearestLine = (log: ReturnType<typeof createFailureLog>) => {
      log.add(suiteKey, talk);
      return log.causes()[0]?.diagnosis.cause.evidence.find((line) => line.includes('nearest'));
    };
    const failureLog = createFailureLog();
    const event: RunEvent = { v: 1, runId: 'r', seq: 1, at: 0, type: 'cases.announced', cases: [announcedCase] };
    failureLog.readAnnouncedCases(event);
    expect(nearestLine(failureLog)).toBe('T1 was nearest: "paid in part"');
    expect(nearestLine(createFailureLog([announcedCase]))).toBe('T1 was nearest: "paid in part"');
    expect(nearestLine(createFailureLog())).toBeUndefined();
    const { checkpoints: _, ...plain } = announcedCase;
    expect(nearestLine(createFailureLog([plain]))).toBeUndefined();
  });
});
