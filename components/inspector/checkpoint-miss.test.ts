import { describe, expect, it } from 'vitest';
import type { CheckpointResult, Turn } from '../../runner/contract';
import { findNearestMiss } from './checkpoint-miss';

const conditions = [{ check: 'contains', wanted: 'date of birth' }];

describe('how near a checkpoint came', () => {
  it('is told by the nearest turn and what the check said of it', () => {
    const turns = [turn(1, 'Your date of birth?!'), turn(2, 'Goodbye.')];
    const failedTries = [failedTry(1, 'not quite'), failedTry(2, 'not at all')];
    expect(findNearestMiss(checkpoint(), { turns, checkpointChecks: failedTries }, conditions)).toEqual({
      turn: 1,
      quote: 'Your date of birth?!',
      message: 'not quite',
    });
  });

  it('is what the check said last, when no turn has anything of it', () => {
    const failedTries = [failedTry(1, 'not quite'), failedTry(2, 'not at all')];
    expect(
      findNearestMiss(checkpoint(), { turns: [turn(1, 'Hello.')], checkpointChecks: failedTries }, conditions),
    ).toEqual({
      message: 'not at all',
    });
  });

  it('is the turn of the cause, where the attempt went wrong for want of it', () => {
    const turns = [turn(1, 'Hello.'), turn(2, 'Your date of birth?!')];
    const failedTries = [failedTry(1, 'not quite'), failedTry(2, 'not at all')];
    const diagnosed = { turn: 1, sentence: 'Wrong text', missing: 'verify' };
    expect(findNearestMiss(checkpoint(), { turns, checkpointChecks: failedTries, diagnosed }, conditions)).toEqual({
      turn: 1,
      message: 'not quite',
      isCause: true,
    });
    expect(
      findNearestMiss(
        checkpoint(),
        { turns, checkpointChecks: failedTries, diagnosed: { ...diagnosed, turn: 2 } },
        conditions,
      ).quote,
    ).toBe('Your date of birth?!');
    expect(
      findNearestMiss(
        checkpoint(),
        { turns, checkpointChecks: failedTries, diagnosed: { ...diagnosed, missing: 'other' } },
        conditions,
      ).turn,
    ).toBe(2);
  });

  it('is not asked of what was reached, nor of what held too early', () => {
    const attempt = { turns: [turn(1, 'date of birth')], checkpointChecks: [] };
    expect(findNearestMiss(checkpoint({ reached: true, reachedAtTurn: 1 }), attempt, conditions)).toEqual({});
    expect(findNearestMiss(checkpoint({ outOfOrderAtTurns: [1] }), attempt, conditions)).toEqual({});
  });
});

function checkpoint(fields: Partial<CheckpointResult> = {}): CheckpointResult {
  return { id: 'verify', after: [], required: true, reached: false, outOfOrderAtTurns: [], passed: false, ...fields };
}

function failedTry(turnNumber: number, message: string) {
  return { checkpoint: 'verify', turn: turnNumber, state: 'failed_try' as const, message };
}

function turn(number: number, output: string): Turn {
  return { turn: number, origin: 'case', input: 'hi', output, checkpointsReached: [], startedAt: 0, durationMs: 1 };
}
