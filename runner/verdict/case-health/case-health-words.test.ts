import { expect, it } from 'vitest';
import type { CaseHealth } from '../../fold/index.ts';
import { computeOneSidedBounds } from '../statistics/clopper-pearson.ts';
import { classifySteadiness, describeCaseHealthSince, describeSteadiness } from './case-health-words.ts';

const since = { runId: 'run-9', startedAt: 9 };
const secondBreak = { runId: 'run-4', startedAt: 4 };

function standing(state: CaseHealth['state'], passed: number, judged: number, more: Partial<CaseHealth> = {}) {
  return { state, passed, judged, bounds: computeOneSidedBounds(passed, judged), ...more };
}

it.each([
  [standing('fine', 14, 14), 'always_passes', 'always passes (14 of 14)'],
  [standing('fine', 13, 13), 'unknown', '13 of 13: could be anything above 79%'],
  [standing('fine', 3, 3), 'unknown', '3 of 3: could be anything above 37%'],
  [standing('broken', 0, 14), 'always_fails', 'always fails (0 of 14 passed)'],
  [standing('broken', 0, 3), 'unknown', '0 of 3: could be anything below 63%'],
  [standing('flaky', 9, 14), 'flaky', 'passed 9 of 14: flaky'],
  [standing('unknown', 0, 0), 'unknown', 'never judged'],
  // A case that `--runs auto` decided as good, although some attempts may have failed.
  [standing('fine', 9, 10), 'unknown', 'passed 9 of 10'],
])('%o is %s: %s', (of, name, words) => {
  expect([classifySteadiness(of), describeSteadiness(of)]).toEqual([name, words]);
});

it('says since when, and when it broke before', () => {
  const write = (of: CaseHealth) => describeCaseHealthSince(of, (ms) => `#${ms}`);
  expect(write(standing('fine', 14, 14))).toBe('always passes (14 of 14)');
  expect(write(standing('back', 2, 2, { since }))).toBe('back since #9: 2 of 2: could be anything above 22%');
  expect(write(standing('new', 0, 1, { since, again: secondBreak }))).toBe(
    'new since #9, broke again as on #4: 0 of 1: could be anything below 95%',
  );
});

it('names the outage that a case fails in', () => {
  const event = { reason: 'infra', from: since, to: since, cases: 10 } as const;
  const write = (of: CaseHealth) => describeCaseHealthSince(of, (ms) => `#${ms}`);
  expect(write(standing('broken', 0, 1, { since, event }))).toBe(
    'outage since #9: infrastructure failures hit 10 cases together',
  );
  const over = { ...event, reason: 'came_back', over: secondBreak } as const;
  expect(write(standing('broken', 0, 1, { since, event: over }))).toBe(
    'outage of #9: 10 cases failed together and recovered',
  );
});
