import { describe, expect, it } from 'vitest';
import type { AssertionResult, CheckpointResult, Turn } from '@/runner/contract';
import { type AttemptState, emptyAttemptState } from '@/runner/fold';
import { caseResult } from '@/runner/testing/finished-run';
import { findTurnQuotedByJudge, listJudgeNotes } from './judge-notes';

const turn = (number: number, content: string): Turn => ({
  turn: number,
  origin: 'simulator',
  input: 'hello',
  response: { content, toolCalls: [] },
  checkpointsReached: [],
  startedAt: 0,
  durationMs: 1,
});
const turns = [turn(1, 'May I have the order id?'), turn(2, 'I  will not refund\nthat.')];

const attemptId = { suiteKey: 'tests/suite.jsonl', caseId: 'A', attempt: 1 };
const judgedAssertion = (reason: string, fields: Partial<AssertionResult> = {}): AssertionResult => ({
  type: 'agent',
  status: 'failed',
  agentValidation: { passed: false, reason, criteria: 'polite' },
  ...fields,
});

function attemptWith(assertions: AssertionResult[], checkpoints: CheckpointResult[] = []): AttemptState {
  const result = caseResult({ id: 'A', kind: 'dynamic', checkpoints });
  return { ...emptyAttemptState(attemptId), turns, assertions, result };
}

describe('what decided an attempt', () => {
  it('stands beside the turn that a judge names or quotes, else at the end', () => {
    const notes = listJudgeNotes(
      attemptWith([
        judgedAssertion('It says “I will not refund that”, which is rude.'),
        judgedAssertion('rude', { turn: 1 }),
        judgedAssertion('rude throughout'),
        judgedAssertion('of a turn that there is not', { turn: 9 }),
      ]),
    );
    expect(notes.map((note) => [note.turn, note.subject, note.status, note.isJudge])).toEqual([
      [2, 'polite', 'failed', true],
      [1, 'polite', 'failed', true],
      [undefined, 'polite', 'failed', true],
      [undefined, 'polite', 'failed', true],
    ]);
  });

  it('has checkpoints at the turn that reached them, and no check that simply held', () => {
    const checkpoint = (fields: Partial<CheckpointResult>): CheckpointResult => ({
      id: 'ask',
      after: [],
      required: true,
      reached: true,
      outOfOrderAtTurns: [],
      passed: true,
      ...fields,
    });
    const notes = listJudgeNotes(
      attemptWith(
        [
          { type: 'contains', status: 'passed' },
          { type: 'contains', status: 'failed', message: 'no such words', turn: 2 },
        ],
        [
          checkpoint({ reachedAtTurn: 1 }),
          checkpoint({ id: 'refund', reached: false, passed: false, message: 'never called' }),
        ],
      ),
    );
    expect(notes.map((note) => [note.turn, note.subject, note.status, note.words])).toEqual([
      [2, 'contains', 'failed', 'no such words'],
      [1, 'checkpoint ask', 'reached', undefined],
      [undefined, 'checkpoint refund', 'missed', 'never called'],
    ]);
  });
});

describe('turnQuoted', () => {
  it('finds words whatever their spaces and capitals, and leaves short and foreign ones', () => {
    expect(findTurnQuotedByJudge('"MAY I have the order ID?"', turns)).toBe(1);
    expect(findTurnQuotedByJudge("the agent's 'I will not refund' is final", turns)).toBe(2);
    expect(findTurnQuotedByJudge('"that"', turns)).toBeUndefined();
    expect(findTurnQuotedByJudge('"words that nobody said"', turns)).toBeUndefined();
  });
});
