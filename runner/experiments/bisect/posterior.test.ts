import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCertainFinding } from './find-decisive-turns.ts';
import { computeTurnPosterior, type RolloutCount } from './posterior.ts';

const counts = fc.array(
  fc
    .record({ failed: fc.nat(12), passed: fc.nat(12) })
    .map(({ failed, passed }) => ({ passed, played: passed + failed })),
  { minLength: 1, maxLength: 14 },
);

function createDropCounts(turns: number, turn: number, each = 10): RolloutCount[] {
  return Array.from({ length: turns }, (_, kept) => ({ passed: kept < turn ? each - 1 : 1, played: each }));
}

function findAfter(counts: readonly RolloutCount[]) {
  const played = counts.reduce((sum, count) => sum + count.played, 0);
  return findCertainFinding(computeTurnPosterior(counts), played);
}

describe('the posterior over turns', () => {
  it('is a distribution, whatever the rollouts say', () => {
    fc.assert(
      fc.property(counts, (all) => {
        const { none, one, two, dropProbabilities, neighbours } = computeTurnPosterior(all);
        expect(none + two + one.reduce((sum, each) => sum + each, 0)).toBeCloseTo(1, 8);
        for (const share of [none, two, ...one, ...dropProbabilities, ...neighbours]) {
          expect(share).toBeGreaterThanOrEqual(0);
          expect(share).toBeLessThanOrEqual(1 + 1e-9);
        }
        expect(one[0]).toBe(0);
      }),
    );
  });

  it('expects information between 0 and one bit, and chances between 0 and 1', () => {
    fc.assert(
      fc.property(counts, (all) => {
        const { information, chance } = computeTurnPosterior(all);
        for (const value of [...information, ...chance]) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('never expects a higher chance after more turns', () => {
    fc.assert(
      fc.property(counts, (all) => {
        const { chance } = computeTurnPosterior(all);
        for (const [kept, value] of chance.entries()) {
          if (kept > 0) expect(value).toBeLessThanOrEqual((chance[kept - 1] ?? 0) + 1e-9);
        }
      }),
    );
  });

  it.each([1, 2, 6, 11])('names turn %i if the chance falls there', (turn) => {
    expect(findAfter(createDropCounts(12, turn))).toEqual({ kind: 'one', turn });
  });

  it('names no turn if the chance is the same everywhere', () => {
    const flat = (passed: number) => Array.from({ length: 8 }, () => ({ passed, played: 10 }));
    expect(findAfter(flat(9))).toEqual({ kind: 'none', passes: true });
    expect(findAfter(flat(1))).toEqual({ kind: 'none', passes: false });
  });

  it('names no turn if a single turn makes it better', () => {
    const rising = Array.from({ length: 8 }, (_, kept) => ({ passed: kept < 4 ? 1 : 9, played: 10 }));
    expect(findAfter(rising)?.kind).toBe('none');
  });

  it('names two turns if the chance falls twice', () => {
    const twice = Array.from({ length: 9 }, (_, kept) => ({
      passed: [19, 10, 1][Math.floor(kept / 3)] ?? 0,
      played: 20,
    }));
    expect(findAfter(twice)).toEqual({ kind: 'several', turns: [3, 6] });
  });

  it('names neighbours if nothing was played between them', () => {
    const open = createDropCounts(8, 4, 12).map((count, kept) => (kept === 4 ? { passed: 0, played: 0 } : count));
    expect(findAfter(open)).toEqual({ kind: 'neighbours', turns: [4, 5] });
  });

  it('must be surer of a turn the earlier it names one', () => {
    const posterior = computeTurnPosterior(createDropCounts(12, 4, 4));
    const likely = {
      ...posterior,
      two: 0.05,
      dropProbabilities: posterior.dropProbabilities.map((_, turn) => (turn === 4 ? 0.96 : 0)),
    };
    const doubtful = {
      ...likely,
      two: 0.1,
      dropProbabilities: posterior.dropProbabilities.map((_, turn) => (turn === 4 ? 0.99 : 0)),
    };
    for (const uncertain of [likely, doubtful]) {
      expect(findCertainFinding(uncertain, 59)?.kind).not.toBe('one');
      expect(findCertainFinding(uncertain, 60)).toEqual({ kind: 'one', turn: 4 });
    }
  });

  it('knows nothing before anything was played', () => {
    expect(findAfter(createDropCounts(12, 4, 0).map(() => ({ passed: 0, played: 0 })))).toBeUndefined();
  });
});
