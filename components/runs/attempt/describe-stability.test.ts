import { describe, expect, it } from 'vitest';
import type { AttemptStatus } from '../../../runner/fold';
import { describeStability } from './describe-stability';

describe('the stability of a case in words', () => {
  it.each([
    [
      ['passed', 'passed', 'passed'],
      '3 of 3 attempts passed: with 95% confidence the case passes more than 44% of the time',
    ],
    [['failed', 'timeout'], '0 of 2 attempts passed: with 95% confidence the case passes less than 66% of the time'],
    [
      ['passed', 'error', 'passed', 'skipped'],
      '2 of 3 attempts passed: with 95% confidence the case passes 21% to 94% of the time',
    ],
    [
      ['passed', 'failed', 'running', 'queued'],
      '1 of 2 attempts passed: with 95% confidence the case passes 9% to 91% of the time',
    ],
  ] satisfies [AttemptStatus[], string][])('of %j is "%s"', (statuses, words) => {
    expect(describeStability(rows(statuses))).toBe(words);
  });

  it('is nothing for a single attempt, nor before two have ended', () => {
    expect(describeStability(rows(['passed']))).toBeUndefined();
    expect(describeStability(rows(['passed', 'running']))).toBeUndefined();
    expect(describeStability(rows(['skipped', 'skipped', 'skipped']))).toBeUndefined();
  });
});

function rows(statuses: AttemptStatus[]) {
  return statuses.map((status, position) => ({ attempt: position + 1, status, turns: 0 }));
}
