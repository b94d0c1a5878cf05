import { describe, expect, it } from 'vitest';
import type { CaseStatus, Gates } from '../contract/index.ts';
import { type CaseRow, countStatuses } from '../fold/index.ts';
import { compareRuns } from './compare-runs.ts';
import { computeRateChange } from './rate-change.ts';
import { concludeRunVerdict, type RunEnding } from './run-verdict.ts';

describe('what a run missed', () => {
  const halfPassed: CaseStatus[] = ['passed', 'failed'];

  it('is nothing when it passed, and the failures when nothing says how many there may be', () => {
    expect(missed(['passed', 'passed'])).toEqual([]);
    expect(missed(halfPassed)).toEqual(['failures']);
    expect(missed(halfPassed, { gates: { minPassRate: 0.5 } })).toEqual([]);
    expect(missed(halfPassed, { gates: { minPassRate: 0.8 } })).toEqual(['pass_rate']);
  });

  it('is no failure of a run that is judged by how it changes, unless it stopped at the first', () => {
    const gates: Gates = { failOnRegression: true };
    expect(missed(halfPassed, { gates })).toEqual([]);
    expect(missed(halfPassed, { gates, failFast: true })).toEqual(['failures']);
  });

  it('is every other gate, whatever it is judged by', () => {
    const gates: Gates = { failOnRegression: true, minPassRate: 0.9, minCasePassRate: 0.9, failOnUnjudged: true };
    expect(missed(halfPassed, { gates })).toEqual(['pass_rate', 'case_pass_rate']);
    expect(missed(['skipped'], { gates })).toEqual(['nothing']);
    expect(missed(halfPassed, { gates, setupError: 'no database' })).toEqual(['setup']);
    expect(missed(['passed'], { overspent: { maxCost: 1, spent: 2, leftOut: 3 } })).toEqual(['cost']);
  });

  it('is that it got worse, whether or not a gate looked at it', () => {
    const before = createSide('before', Array<CaseStatus>(8).fill('passed'));
    const all = Array<CaseStatus>(8).fill('failed');
    const change = computeRateChange(compareRuns(before, createSide('after', all)));
    expect(missed(all, { gates: { minPassRate: 0 }, change })).toEqual(['regression']);
    expect(missed(all, { gates: { minPassRate: 0, failOnRegression: true }, change })).toEqual(['regression']);
  });
});

function missed(statuses: readonly CaseStatus[], parts: Partial<RunEnding> = {}): readonly string[] | undefined {
  const { rows, counts } = createSide('run', statuses);
  return concludeRunVerdict({ rows, counts, ...parts }).missed;
}

function createSide(runId: string, statuses: readonly CaseStatus[]) {
  const rows = statuses.map(
    (status, place): CaseRow => ({
      suiteKey: 'tests/suite.jsonl',
      id: `C${place}`,
      kind: 'standard',
      hash: 'same',
      attempts: [{ attempt: 1, status, turns: 1 }],
    }),
  );
  return { runId, rows, counts: countStatuses(statuses), suites: [] };
}
