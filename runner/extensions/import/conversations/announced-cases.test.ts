import { expect, it } from 'vitest';
import type { AnnouncedCase } from '../../../contract/index.ts';
import { MAX_CASES_PER_ANNOUNCEMENT } from '../../../engine/execute-run.ts';
import { createAnnouncedCases } from './announced-cases.ts';

const announced = (index: number): AnnouncedCase => ({
  suiteKey: 'imported/talks.jsonl',
  id: `talk-${index}`,
  kind: 'dynamic',
  hash: `hash-${index}`,
  maxTurns: 1,
  checkpoints: [],
  preview: 'Où est-il ?',
});

it('announcements come back in groups, as they were, and only the last group is held', () => {
  const announcements = createAnnouncedCases();
  const all = Array.from({ length: 2 * MAX_CASES_PER_ANNOUNCEMENT + 3 }, (_, index) => announced(index));
  for (const one of all) announcements.addCase(one);
  expect(announcements.count()).toBe(all.length);
  for (const again of [1, 2]) {
    const groups = [...announcements.caseGroups()];
    expect([again, ...groups.map(({ length }) => length)]).toEqual([
      again,
      MAX_CASES_PER_ANNOUNCEMENT,
      MAX_CASES_PER_ANNOUNCEMENT,
      3,
    ]);
    expect(groups.flat()).toEqual(all);
    const sameObjects = groups.flat().filter((one) => all.includes(one));
    expect(sameObjects).toEqual(all.slice(-3));
  }
  announcements.deleteFiles();
});
