import { expect, it } from 'vitest';
import { caseResult, finishedRun } from '../../../testing/finished-run.ts';
import { createAttemptSpans } from './run-spans.ts';

it('an attempt has a span below it for each time that an agent was asked, and a test function has none', () => {
  const single = caseResult({ input: 'hello' });
  const script = caseResult({ kind: 'script' });
  const { state } = finishedRun([single]);
  const names = (result: typeof single) =>
    createAttemptSpans(state, 'tests/suite.jsonl', result).map(({ name }) => name);
  expect(names(single)).toEqual(['test T001', expect.stringMatching(/^invoke_agent /)]);
  expect(names(script)).toEqual(['test T001']);
  expect(names({ ...single, status: 'skipped' })).toEqual(['test T001']);
});
