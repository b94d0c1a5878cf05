import { describe, expect, it } from 'vitest';
import type { CaseResult, MetricResult } from '../contract/index.ts';
import { caseResult, finishedRun } from '../testing/finished-run.ts';
import { consistencyResult } from '../testing/measured-results.ts';
import { formatAccuracyLine } from './accuracy-line.ts';

const accuracy = (score: number | null): MetricResult => ({
  type: 'similarity',
  kind: 'accuracy',
  score,
  records: score === null ? 0 : 1,
});
const recall = (score: number): MetricResult => ({ type: 'context_recall', kind: 'recall', score, records: 1 });
const measured = (test: number, ...metrics: MetricResult[]): CaseResult =>
  consistencyResult({ id: `test-${test}`, test, metrics });
const line = (...results: CaseResult[]): string => formatAccuracyLine(finishedRun(results).state);

describe('the line for programs', () => {
  it('holds a number for each kind of metric, accuracy first', () => {
    expect(line(measured(1, recall(0.723), accuracy(0.855)))).toBe('{"accuracy": 0.855, "recall": 0.723}\n');
    expect(line(measured(1, accuracy(2 / 3)))).toBe('{"accuracy": 0.6666667}\n');
    expect(line(measured(1, recall(0.5)))).toBe('{"recall": 0.5}\n');
  });

  it('holds a list where there are several of a kind, in the order of the tests', () => {
    expect(line(measured(1, accuracy(0.85)), measured(2, accuracy(0.92)), measured(3, accuracy(0.78), recall(1)))).toBe(
      '{"accuracy": [0.85, 0.92, 0.78], "recall": 1}\n',
    );
  });

  it('says null for a metric without a score, and nothing of what was not measured', () => {
    expect(line(measured(1, accuracy(null)))).toBe('{"accuracy": null}\n');
    expect(line(measured(1, accuracy(null)), measured(2, accuracy(1)))).toBe('{"accuracy": [null, 1]}\n');
    expect(line(measured(1))).toBe('{}\n');
  });

  it('has the pass rate of cases of other kinds', () => {
    expect(line(caseResult({ id: 'A' }), caseResult({ id: 'B', status: 'failed' }))).toBe('{"accuracy": 0.5}\n');
    expect(line(caseResult({ status: 'skipped' }))).toBe('{"accuracy": null}\n');
    expect(line(measured(1, accuracy(0.25)), caseResult())).toBe('{"accuracy": [0.25, 1]}\n');
  });
});
