import { describe, expect, it } from 'vitest';
import type { CheckpointResult } from '../contract/index.ts';
import { toCheckpointState } from './checkpoint-state.ts';

describe('how a checkpoint stands', () => {
  const askedCheckpoint = checkpoint('ask', { reached: true, reachedAtTurn: 1 });

  it('is reached, and needs no reason', () => {
    expect(standing(askedCheckpoint, [askedCheckpoint], false)).toEqual({ status: 'reached', why: [] });
  });

  it('waits for what comes before it and names it', () => {
    const open = checkpoint('lookup');
    const refund = checkpoint('refund', { after: ['ask', 'lookup'] });
    expect(standing(refund, [askedCheckpoint, open, refund], false)).toEqual({
      status: 'waiting',
      why: ['waiting for lookup'],
    });
  });

  it('was blocked by it when it is over', () => {
    const refund = checkpoint('refund', { after: ['lookup'] });
    expect(standing(refund, [checkpoint('lookup'), refund], true)).toEqual({
      status: 'never_run',
      why: ['blocked by lookup'],
    });
  });

  it('was never run where no turn was', () => {
    expect(standing(askedCheckpoint, [askedCheckpoint], true, 0).status).toBe('reached');
    expect(standing(checkpoint('ask'), [], true, 0)).toEqual({ status: 'never_run', why: [] });
    expect(standing(checkpoint('ask'), [], false, 0).status).toBe('failed_try');
  });

  it('was tried when nothing blocks it', () => {
    const refund = checkpoint('refund', { after: ['ask'] });
    expect(standing(refund, [askedCheckpoint, refund], false)).toEqual({ status: 'failed_try', why: [] });
  });

  it('says at which turn it held too early, also when it is over', () => {
    const early = checkpoint('refund', { after: ['lookup'], outOfOrderAtTurns: [2] });
    const { status, why } = standing(early, [early], true);
    expect(status).toBe('out_of_order');
    expect(why).toContain('its condition held too early, at turn 2');
  });

  it.each<[Partial<CheckpointResult>, string]>([
    [{ invariant: 'kept', reached: true }, 'kept'],
    [{ invariant: 'broken' }, 'broken'],
    [{ brokenAtTurn: 2 }, 'broken'],
    [{ invariant: 'broken', brokenAtTurn: 2 }, 'broken'],
    [{ invariant: 'not_judged' }, 'failed_try'],
  ])('that forbids something, as %j, is %s', (parts, status) => {
    expect(standing(checkpoint('calm', parts), [], true).status).toBe(status);
  });

  it('is missed at the end only when it was required', () => {
    expect(standing(checkpoint('a'), [], true).status).toBe('missed');
    expect(standing(checkpoint('a', { required: false }), [], true).status).toBe('failed_try');
  });
});

function standing(one: CheckpointResult, all: readonly CheckpointResult[], ended: boolean, turns = 3) {
  return toCheckpointState(one, new Set(all.filter(({ reached }) => reached).map(({ id }) => id)), { turns, ended });
}

function checkpoint(id: string, parts: Partial<CheckpointResult> = {}): CheckpointResult {
  return { id, after: [], required: true, reached: false, outOfOrderAtTurns: [], passed: false, ...parts };
}
