import { expect, it } from 'vitest';
import { caseResult, finishedRun } from '../../testing/finished-run.ts';
import { consistencyResult } from '../../testing/measured-results.ts';
import { failureAnnotations } from './failure-annotations.ts';

it('is an error in a run that failed, and a warning in one that passed all the same', () => {
  const failed = finishedRun([caseResult({ status: 'failed', error: 'wrong' })]);
  const measured = finishedRun([consistencyResult()], { status: 'passed' });
  const annotations = ({ state, resultsOf }: typeof failed) =>
    failureAnnotations({ state, resultsOf, fileOf: () => undefined });
  expect(annotations(failed)).toEqual([expect.stringMatching(/^::error title=T001%3A failed::wrong/)]);
  expect(annotations(measured)).toEqual([expect.stringMatching(/^::warning title=test-1%3A failed::/)]);
});
