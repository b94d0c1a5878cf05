import { describe, expect, it } from 'vitest';
import type { CaseStatus, Gates } from '../contract/index.ts';
import type { CaseRow } from '../fold/index.ts';
import { compareRuns, type RunToCompare } from './compare-runs.ts';
import { createRunEvaluator } from './conclude-run.ts';
import { computeRateChange, isRegression } from './rate-change.ts';
import { describeRateChange } from './rate-change-words.ts';
import { createRandomNumberGenerator } from './statistics/random-numbers.ts';

type Parts = { kind?: 'consistency' | 'experiment'; statuses?: readonly CaseStatus[] };

/** A run, as one side of a comparison, whose cases have these scores. */
function side(
  runId: string,
  scores: readonly number[],
  { kind = 'consistency', statuses = [] }: Parts = {},
): RunToCompare {
  const rows = scores.map((score, place): CaseRow => {
    const status = statuses[place] ?? 'passed';
    const metrics = [{ type: 'correctness', kind: 'accuracy', score, records: 1 }] as const;
    const attempt = { attempt: 1, turns: 0, status, score, ...(kind === 'consistency' && { metrics: [...metrics] }) };
    return { suiteKey: 's', id: `c${place}`, kind, hash: 'h', attempts: [attempt] };
  });
  const passed = rows.filter(({ attempts }) => attempts[0]?.status === 'passed').length;
  const counts = { passed, failed: rows.length - passed, error: 0, timeout: 0, skipped: 0 };
  return { runId, rows, counts, suites: [] };
}

const change = (before: RunToCompare, after: RunToCompare) => computeRateChange(compareRuns(before, after));

describe('the change of scores', () => {
  it('is what is compared: 0.99 to 0.81 is no equal run, though every case was measured', () => {
    const scoreChange = change(side('a', Array(8).fill(0.99)), side('b', Array(8).fill(0.81)));
    expect(scoreChange.evidence).toMatchObject({ verdict: 'real', p: 2 / 256 });
    expect(isRegression(scoreChange)).toBe(true);
    expect(describeRateChange(scoreChange)).toBe(
      'score 0.990 → 0.810 of 8 cases: really worse: unlikely to be chance (p = 0.0078)',
    );
    expect(isRegression(change(side('a', Array(8).fill(0.81)), side('b', Array(8).fill(0.99))))).toBe(false);
  });

  it('is none when a flag changed, whatever the statuses of older runs say', () => {
    const scores = [0.99, 0.9, 0.85, 0.8, 0.95, 0.91, 0.97, 0.88];
    const low = side('a', scores, { statuses: scores.map((): CaseStatus => 'failed') });
    const scoreChange = change(low, side('b', scores));
    expect(scoreChange.evidence).toMatchObject({ verdict: 'none', words: 'no score changed' });
    expect(compareRuns(low, side('b', scores)).counts).toMatchObject({ fixed: 0, failed_this_time: 0, same: 8 });
  });

  it('is that of the rows of a table, too, which keep passed or failed by their own range', () => {
    const options = { kind: 'experiment', statuses: ['failed', 'passed', 'passed'] } as const;
    const comparison = compareRuns(side('a', [1, 1, 1], { kind: 'experiment' }), side('b', [0.8, 1, 1], options));
    expect(comparison.counts).toMatchObject({ failed_this_time: 1, newly_failing: 0, same: 2 });
    expect(computeRateChange(comparison).evidence).toMatchObject({
      verdict: 'too_few',
      words: '1 changed score cannot show a trend',
    });
  });

  it('leaves what one of the runs did not score to its outcome', () => {
    const plain = side('b', [0.9, 0.9]);
    const [first, ...others] = plain.rows;
    const broken: CaseRow[] =
      first === undefined ? [] : [{ ...first, attempts: [{ attempt: 1, turns: 0, status: 'error' }] }];
    const scoreChange = change(side('a', [0.9, 0.9]), { ...plain, rows: [...broken, ...others] });
    expect(scoreChange.scores?.cases).toBe(1);
    expect(scoreChange).toMatchObject({ cases: 2, before: { passed: 2 }, after: { passed: 1 } });
  });
});

it('raises no alarm in 200 runs of one suite with random thresholds', () => {
  const draw = createRandomNumberGenerator(3);
  const scores = Array.from({ length: 10 }, () => 0.5 + draw() / 2);
  const baseline = side('base', scores);
  const runEnding = { cancelled: undefined, setupError: undefined, overspent: undefined };
  const judge = createRunEvaluator(() => baseline);
  const runs = Array.from({ length: 200 }, () => {
    const modes = ['average', 'all', undefined] as const;
    const thresholdMode = modes[Math.floor(draw() * 3)];
    const gates: Gates = {
      failOnRegression: true,
      ...(draw() < 0.8 && { minAccuracy: draw() }),
      ...(thresholdMode !== undefined && { thresholdMode }),
    };
    const { rows, counts, suites } = side('now', scores);
    const options = { input: 's', attempts: 1, parallel: 1, failFast: false, timeoutMs: 1, gates };
    const base = { runId: 'now', seq: 1, status: 'running', suites, faults: {}, usage: {}, warnings: [] } as const;
    const conclusion = judge.conclude({ ...base, suites: [], warnings: [], rows, counts, options }, runEnding);
    return { conclusion, isBelow: gates.minAccuracy !== undefined };
  });
  const alarms = runs.filter(({ conclusion }) => conclusion.missed?.includes('regression'));
  expect(alarms).toEqual([]);
  expect(runs.every(({ conclusion }) => conclusion.change?.evidence.verdict === 'none')).toBe(true);
  // A threshold affects only the exit code, not the comparison of scores.
  const codes = new Set(runs.map(({ conclusion }) => conclusion.exitCode));
  expect([...codes].toSorted()).toEqual([0, 1]);
  expect(runs.filter(({ isBelow }) => !isBelow).every(({ conclusion }) => conclusion.exitCode === 0)).toBe(true);
});
