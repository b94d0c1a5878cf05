import { describe, expect, it } from 'vitest';
import { createPrerequisiteTracker } from './prerequisites.ts';

describe('the prerequisites of checkpoints', () => {
  it('open what comes after the last of them', () => {
    const prerequisites = createPrerequisiteTracker([one('c', 'a', 'b'), one('a'), one('b')]);
    expect([0, 1, 2].map(prerequisites.isOpen)).toEqual([false, true, true]);
    expect(prerequisites.reach(1)).toEqual([]);
    expect(prerequisites.reach(2)).toEqual([0]);
    expect(prerequisites.isSatisfied('c')).toBe(false);
  });

  it('never open what comes after something unknown or after itself', () => {
    const prerequisites = createPrerequisiteTracker([one('a', 'nowhere'), one('b', 'b'), one('c', 'd'), one('d', 'c')]);
    expect([0, 1, 2, 3].some(prerequisites.isOpen)).toBe(false);
  });

  it('pass through invariants', () => {
    const prerequisites = createPrerequisiteTracker([
      one('end', 'calm'),
      { ...one('calm', 'start'), isPassed: true },
      one('start'),
    ]);
    expect(prerequisites.reach(2)).toEqual([0]);
    expect(prerequisites.isSatisfied('calm')).toBe(true);
  });

  it('follow every link once: a chain of 100,000 in reverse order, and a lattice with 2^100 ways through it', {
    tags: 'thorough',
  }, () => {
    const chain = Array.from({ length: 100_000 }, (_, index) =>
      one(`c${index}`, ...(index < 99_999 ? [`c${index + 1}`] : [])),
    );
    const inChain = createPrerequisiteTracker(chain);
    for (let index = 99_999; index > 0; index -= 1) expect(inChain.reach(index)).toEqual([index - 1]);
    const lattice = Array.from({ length: 200 }, (_, index) => ({
      ...one(
        `c${index}`,
        ...(index < 2 ? [] : [index - (index % 2) - 2, index - (index % 2) - 1].map((other) => `c${other}`)),
      ),
      isPassed: true,
    }));
    expect(createPrerequisiteTracker([...lattice, one('end', 'c199')]).isOpen(200)).toBe(true);
  });
});

function one(id: string, ...after: string[]) {
  return { id, after, isPassed: false };
}
