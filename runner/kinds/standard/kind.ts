import type { RunKind } from '../../ports/index.ts';
import { validatorsIn } from '../attempt/validators.ts';
import { writtenCase } from '../attempt/written-case.ts';
import { reportAttempt } from '../report/report-attempt.ts';
import { executeStandard } from './execute.ts';

/** One call, judged by assertions. */
export const standardKind: RunKind<'standard'> = {
  execute: executeStandard,
  expected: ({ expected }) => (expected === undefined ? {} : { expected }),
  asks: ({ assertions }, target) => [target, ...validatorsIn(assertions)],
  authored(testCase) {
    const { assertions, expected } = testCase;
    return writtenCase(testCase, { assert: assertions.length === 0 ? undefined : assertions, expected });
  },
  report: (result) => reportAttempt(result),
};
