import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CaseStatus, Gates, MetricResult } from '../contract/index.ts';
import type { CaseRow } from '../fold/index.ts';
import { countStatuses, reachesThreshold } from '../fold/index.ts';
import { concludeRunVerdict, type RunEnding } from './run-verdict.ts';

type Measured = { test?: number; status?: CaseStatus; metrics: readonly (number | null | MetricResult)[] };

const accuracy = (score: number | null, records = 1): MetricResult => ({
  type: 'similarity',
  kind: 'accuracy',
  score,
  records,
});
const recall = (score: number | null): MetricResult => ({ type: 'context_recall', kind: 'recall', score, records: 1 });

/** Creates the end of a run of standard and consistency cases. By default, each case belongs to a separate test. */
function ending(
  measured: readonly Measured[],
  others: readonly CaseStatus[] = [],
  parts: Partial<RunEnding> = {},
): RunEnding {
  const rows: CaseRow[] = [
    ...measured.map(
      ({ test, status = 'passed', metrics }, position): CaseRow => ({
        suiteKey: 'a.agent.yml',
        id: `case-${position + 1}`,
        kind: 'consistency',
        hash: '',
        test: test ?? position + 1,
        attempts: [
          {
            attempt: 1,
            status,
            turns: 0,
            metrics: metrics.map((metric) =>
              typeof metric === 'object' && metric !== null ? metric : accuracy(metric, metric === null ? 0 : 1),
            ),
          },
        ],
      }),
    ),
    ...others.map(
      (status, position): CaseRow => ({
        suiteKey: 'b.jsonl',
        id: String.fromCharCode(65 + position),
        kind: 'standard',
        hash: '',
        attempts: [{ attempt: 1, status, turns: 1 }],
      }),
    ),
  ];
  return {
    rows,
    counts: countStatuses(
      rows.flatMap(({ attempts }) =>
        attempts.map(({ status }) => (status === 'running' || status === 'queued' ? 'skipped' : status)),
      ),
    ),
    ...parts,
  };
}

const scored = (...scores: readonly (number | null)[]): Measured[] => scores.map((score) => ({ metrics: [score] }));
const gate = (minAccuracy: number, run: RunEnding, thresholdMode?: Gates['thresholdMode']) => {
  const { exitCode, reason } = concludeRunVerdict({
    ...run,
    gates: { minAccuracy, ...(thresholdMode === undefined ? {} : { thresholdMode }) },
  });
  return [exitCode, reason];
};

describe('what consistency cases measured', () => {
  it('fails no run without a threshold, unless it could not be measured', () => {
    expect(concludeRunVerdict(ending(scored(0.5)))).toMatchObject({
      outcome: 'passed',
      exitCode: 0,
      reason: 'no case could fail: the cases were only measured, and --min-accuracy is not given',
    });
    expect(concludeRunVerdict(ending([...scored(0.5), { status: 'error', metrics: [null] }]))).toMatchObject({
      exitCode: 1,
      reason: '1 error',
    });
    expect(concludeRunVerdict(ending(scored(0.5), ['failed']))).toMatchObject({ exitCode: 1, reason: '1 failed' });
  });

  it('is compared with a threshold on average', () => {
    expect(gate(0.8, ending(scored(0.85, 0.92, 0.78)))).toEqual([0, 'the accuracy reaches its threshold']);
    expect(gate(0.8, ending(scored(0.75)))).toEqual([1, 'Average accuracy 0.7500 below threshold 0.8000']);
  });

  it('is compared with a threshold test by test', () => {
    expect(gate(0.8, ending(scored(0.85, 0.92, 0.78)), 'all')).toEqual([
      1,
      '1 test(s) below threshold 0.8000: Test 3: 0.7800',
    ]);
    expect(gate(0.8, ending(scored(0.7, 0.92, 0.78)), 'all')).toEqual([
      1,
      '2 test(s) below threshold 0.8000: Test 1: 0.7000, Test 3: 0.7800',
    ]);
    expect(gate(0.7, ending(scored(0.85, 0.92, 0.78)), 'all')[0]).toBe(0);
  });

  it('fails every threshold when nothing was answered', () => {
    const run = ending([{ metrics: [0.9] }, { status: 'error', metrics: [null] }]);
    expect(gate(0, run)).toEqual([1, 'No average accuracy for threshold 0.0000: nothing was answered in Test 2']);
    expect(gate(0, run, 'all')).toEqual([1, '1 test(s) below threshold 0.0000: Test 2: no answer']);
  });

  it('fails every threshold when a case of a test was not answered, whatever the others give the test', () => {
    const broken: Measured = { test: 1, status: 'error', metrics: [null] };
    const run = ending([{ test: 1, status: 'passed', metrics: [1] }, broken]);
    const reason = 'No accuracy for threshold 0.5000: nothing was measured in case-2';
    expect(gate(0.5, run)).toEqual([1, reason]);
    expect(gate(0.5, run, 'all')).toEqual([1, reason]);
    const recallOnly: Measured = { status: 'error', metrics: [recall(null)] };
    expect(gate(0.5, ending([...scored(1), recallOnly]))).toEqual([1, reason]);
    const wrong: Measured = { test: 1, status: 'error', metrics: [0, null] };
    expect(gate(0.5, ending([{ test: 1, metrics: [1, 1] }, wrong]))[0]).toBe(0);
  });

  it('is one metric over all cases of a test, every score counting alike', () => {
    const run = ending([
      { test: 1, metrics: [accuracy(1, 3)] },
      { test: 1, metrics: [accuracy(0, 1)] },
      { test: 2, metrics: [accuracy(0.5, 10)] },
    ]);
    expect(gate(0.7, run, 'all')[1]).toBe('1 test(s) below threshold 0.7000: Test 2: 0.5000');
    expect(gate(0.7, run)[1]).toBe('Average accuracy 0.6250 below threshold 0.7000');
  });

  it('leaves out recall, and lets a run pass that measured nothing else', () => {
    expect(gate(0.8, ending([{ metrics: [recall(0.1), 0.9] }]), 'all')[0]).toBe(0);
    expect(gate(0.8, ending([{ metrics: [recall(0.1)] }]))[0]).toBe(0);
    expect(gate(0.8, ending([{ status: 'error', metrics: [recall(null)] }]))).toEqual([1, '1 error']);
  });

  it('stands beside the attempts of other cases, each of which counts 1 or 0', () => {
    const run = ending(scored(0.5), ['passed', 'passed', 'error', 'skipped']);
    expect(gate(0.7, run)[1]).toBe('Average accuracy 0.6250 below threshold 0.7000');
    expect(gate(0.4, run, 'all')[1]).toBe('1 test(s) below threshold 0.4000: C: 0.0000');
  });

  it('does not count what was skipped', () => {
    expect(gate(0.8, ending([{ metrics: [0.9] }, { status: 'skipped', metrics: [null] }]), 'all')[0]).toBe(0);
  });
});

describe('a threshold', () => {
  const rate = fc.integer({ min: 0, max: 1000 }).map((number) => number / 1000);

  it('is reached by whatever equals it, however its mean was rounded', () => {
    fc.assert(
      fc.property(rate, fc.integer({ min: 1, max: 40 }), (score, tests) => {
        const run = ending(scored(...Array.from({ length: tests }, () => score)));
        expect([gate(score, run)[0], gate(score, run, 'all')[0]]).toEqual([0, 0]);
      }),
    );
  });

  it('that all reach, the average reaches too', () => {
    fc.assert(
      fc.property(fc.array(fc.option(rate), { minLength: 1 }), rate, (scores, threshold) => {
        const run = ending(scored(...scores));
        if (gate(threshold, run, 'all')[0] === 0) expect(gate(threshold, run)[0]).toBe(0);
        if (scores.includes(null)) expect(gate(threshold, run)[0]).toBe(1);
      }),
    );
  });

  it('is missed by what is not a number', () => {
    expect([null, Number.NaN, 0.5, 0.5 - 1e-7, 0.5 - 1e-5].map((score) => reachesThreshold(score, 0.5))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});
