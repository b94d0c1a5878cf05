import { describe, expect, it } from 'vitest';
import type { CaseRow } from '../../runner/contract';
import { missingTurn, missingWords } from './missing-words';

const row: CaseRow = {
  suiteKey: 'tests/a.jsonl',
  id: 'R-01',
  kind: 'standard',
  hash: 'h',
  attempts: [1, 2].map((attempt) => ({ attempt, status: 'passed', turns: 1 })),
};
const selection = { row, attempt: 1 };

describe('what an address names and a run does not have', () => {
  it('is nothing when the run has it, or the address names nothing', () => {
    expect(missingWords({ suite: null, case: null, attempt: 9 }, selection)).toBeUndefined();
    expect(missingWords({ suite: null, case: 'R-01', attempt: 1 }, selection)).toBeUndefined();
    expect(missingWords({ suite: 'tests/a.jsonl', case: 'R-01', attempt: null }, selection)).toBeUndefined();
  });

  it('names the case, its suite, and what is shown instead', () => {
    expect(missingWords({ suite: null, case: 'R-09', attempt: null }, selection)).toBe(
      'This run has no case R-09: the address may belong to another run. Here is R-01 instead.',
    );
    expect(missingWords({ suite: 'tests/b.jsonl', case: 'R-01', attempt: null }, undefined)).toBe(
      'This run has no case R-01 of tests/b.jsonl: the address may belong to another run.',
    );
  });

  it('says how many attempts and turns there are', () => {
    expect(missingWords({ suite: null, case: 'R-01', attempt: 7 }, selection)).toBe(
      'Case R-01 has no attempt 7: it was played 2 times.',
    );
    expect(missingTurn(9, 1)).toBe('This attempt has no turn 9: it ended after one turn.');
    expect(missingTurn(0, 3)).toBe('This attempt has no turn 0: it ended after 3 turns.');
    expect([missingTurn(3, 3), missingTurn(null, 0)]).toEqual([undefined, undefined]);
  });
});
