import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLimitShare, type WorkerShareOfLimits } from './limit-share.ts';
import { createLimitSharingCoordinator } from './limit-sharing.ts';
import type { LimitSharingState } from './messages.ts';
import type { WorkerState } from './worker-roster.ts';

type Worker = { seen: WorkerState; share: WorkerShareOfLimits; inUse: number; hasBegun: boolean };

function newWorker(id: string, limit: number): Worker {
  const worker: Worker = {
    seen: { id, worker: id, parallel: 10, beat: 1, busy: 0, done: 0, longestMs: 0, kept: 0 },
    share: createLimitShare(),
    inUse: 0,
    hasBegun: false,
  };
  worker.share.watch(limit, () => worker.inUse);
  return worker;
}

/** Simulates one of the regular checks in which a worker reads the state of its run. */
function look(worker: Worker, sharing: LimitSharingState): void {
  worker.share.updateSharing(sharing, worker.seen.id);
  worker.hasBegun ||= sharing.isAgreed && sharing.workers.includes(worker.seen.id);
}

function tell(worker: Worker): void {
  worker.seen = { ...worker.seen, kept: worker.share.confirmedRound() };
}

describe('the share of a worker', () => {
  it('is all there is for one, and what is left over goes to those who came first', () => {
    const shares = ['a', 'b', 'c'].map((id) => ({ id, share: createLimitShare() }));
    const workers = shares.map(({ id }) => id);
    expect(shares.map(({ share }) => share.of(8))).toEqual([8, 8, 8]);
    for (const { id, share } of shares) share.updateSharing({ workers, round: 1, isAgreed: true }, id);
    expect(shares.map(({ share }) => share.of(8))).toEqual([3, 3, 2]);
    expect(shares.map(({ share }) => share.of(1))).toEqual([1, 1, 1]);
    expect(shares.map(({ share }) => share.of(Number.POSITIVE_INFINITY))).toEqual(
      Array(3).fill(Number.POSITIVE_INFINITY),
    );
  });

  it('shrinks at once, and grows when all have agreed', () => {
    const share = createLimitShare();
    share.updateSharing({ workers: ['a', 'b'], round: 1, isAgreed: true }, 'a');
    share.updateSharing({ workers: ['a'], round: 2, isAgreed: false }, 'a');
    expect(share.of(4)).toBe(2);
    share.updateSharing({ workers: ['a'], round: 2, isAgreed: true }, 'a');
    expect(share.of(4)).toBe(4);
    share.updateSharing({ workers: ['a', 'b'], round: 3, isAgreed: false }, 'a');
    expect(share.of(4)).toBe(2);
  });

  it('is kept when no more is in use than it allows', () => {
    const worker = newWorker('a', 4);
    worker.inUse = 4;
    look(worker, { workers: ['a'], round: 1, isAgreed: true });
    expect(worker.share.confirmedRound()).toBe(1);
    look(worker, { workers: ['a', 'b'], round: 2, isAgreed: false });
    expect(worker.share.confirmedRound()).toBe(1);
    worker.inUse = 2;
    expect(worker.share.confirmedRound()).toBe(2);
  });

  it('stays as it is for a worker that is taken for lost', () => {
    const share = createLimitShare();
    share.updateSharing({ workers: ['a', 'b'], round: 1, isAgreed: true }, 'a');
    share.updateSharing({ workers: ['b'], round: 2, isAgreed: true }, 'a');
    expect(share.of(4)).toBe(2);
  });
});

describe('those who share', () => {
  it('are no more than the smallest limit, and agree when all of them keep to it', () => {
    const shareOut = createLimitSharingCoordinator(2);
    const [one, two, three] = ['one', 'two', 'three'].map((id) => newWorker(id, 2).seen);
    if (one === undefined || two === undefined || three === undefined) throw new Error('there are three');
    expect(shareOut([one])).toEqual({ workers: ['one'], round: 1, isAgreed: true });
    expect(shareOut([one, two, three])).toEqual({ workers: ['one', 'two'], round: 2, isAgreed: false });
    expect(shareOut([{ ...one, kept: 2 }, two, three])).toEqual({ workers: ['one', 'two'], round: 2, isAgreed: true });
    expect(shareOut([two, three])).toEqual({ workers: ['two', 'three'], round: 3, isAgreed: false });
  });

  it('need not agree where nothing limits them', () => {
    const shareOut = createLimitSharingCoordinator(undefined);
    const [one, two] = ['one', 'two'].map((id) => newWorker(id, 2).seen);
    if (one === undefined || two === undefined) throw new Error('there are two');
    shareOut([one]);
    expect(shareOut([one, two])).toEqual({ workers: ['one', 'two'], round: 2, isAgreed: true });
  });

  it('never use more than there is, whoever comes and goes, and however late they look', { tags: 'thorough' }, () => {
    const step = fc.record({
      who: fc.nat({ max: 4 }),
      what: fc.constantFrom('join', 'leave', 'look', 'look', 'tell', 'tell', 'call', 'call', 'call', 'end'),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.array(step, { minLength: 20, maxLength: 120 }), (limit, steps) => {
        const shareOut = createLimitSharingCoordinator(limit);
        let workers: Worker[] = [];
        let joined = 0;
        for (const { who, what } of steps) {
          const sharing = shareOut(workers.map(({ seen }) => seen));
          const worker = workers[who];
          if (what === 'join' && workers.length < 5) {
            joined += 1;
            workers.push(newWorker(`w${joined}`, limit));
          }
          if (worker === undefined) continue;
          if (what === 'leave') workers = workers.filter((each) => each !== worker);
          if (what === 'look') look(worker, sharing);
          if (what === 'tell') tell(worker);
          if (what === 'call' && worker.hasBegun && worker.inUse < worker.share.of(limit)) worker.inUse += 1;
          if (what === 'end') worker.inUse = Math.max(0, worker.inUse - 1);
          expect(workers.reduce((sum, { inUse }) => sum + inUse, 0)).toBeLessThanOrEqual(limit);
        }
      }),
      { numRuns: 500 },
    );
  });
});
