import { expect, it } from 'vitest';
import { caseResult, finishedRun } from '../../testing/finished-run.ts';
import { consistencyResult } from '../../testing/measured-results.ts';
import { createFailureAnnotations } from './failure-annotations.ts';

it('is an error in a run that failed, and a warning in one that passed all the same', () => {
  const failed = finishedRun([caseResult({ status: 'failed', error: 'wrong' })]);
  const { options } = failed.state;
  if (options === undefined) throw new Error('the run has options');
  const allowed = finishedRun([caseResult({ status: 'failed', error: 'wrong' })], { status: 'passed' });
  const low = { options: { ...options, gates: { minAccuracy: 0.6 } }, status: 'failed' } as const;
  const annotations = ({ state, resultsOf }: typeof failed) =>
    createFailureAnnotations({ state, resultsOf, fileOf: () => undefined });
  expect(annotations(failed)).toEqual([expect.stringMatching(/^::error title=T001%3A failed::wrong/)]);
  expect(annotations(allowed)).toEqual([expect.stringMatching(/^::warning title=T001%3A failed::wrong/)]);
  expect(annotations(finishedRun([consistencyResult()]))).toEqual([]);
  expect(annotations(finishedRun([consistencyResult()], low))).toEqual([
    expect.stringMatching(/^::error title=test-1%3A failed::accuracy 0\.5000 below 0\.6000/),
  ]);
});

it('says in one notice what stands behind the passes', () => {
  const unjudged = { calls: [{ name: 'refund', turn: 1 }], endedBeforeDone: false };
  const results = Array.from({ length: 11 }, (_, index) => caseResult({ id: `T${index}`, unjudged }));
  const { state, resultsOf } = finishedRun([...results, caseResult({ id: 'sound' })]);
  const [notice = '', ...others] = createFailureAnnotations({ state, resultsOf, fileOf: () => undefined });
  expect(others).toEqual([]);
  expect(notice).toMatch(
    /^::notice title=11 passed cases not fully covered by assertions::T0: 1 call not covered by any assertion: refund%0AT1: /,
  );
  expect(notice).toMatch(/T8: [^%]*%0A… and 2 more$/);
});
