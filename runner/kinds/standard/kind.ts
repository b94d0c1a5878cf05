import type { AssertionResult, StandardCase } from '../../contract/index.ts';
import type { AttemptContext, Outcome, RunKind } from '../../ports/index.ts';
import { askTarget } from '../attempt/ask-target.ts';
import { judge } from '../attempt/judge.ts';
import { type JudgedTurn, subjectOfAnswer } from '../attempt/subjects.ts';
import { validatorsIn } from '../attempt/validators.ts';
import { writtenCase } from '../attempt/written-case.ts';
import { reportAttempt } from '../report/report-attempt.ts';
import { assertionsOf, statusOf } from './standard-checks.ts';

/** One call, judged by assertions. */
export const standardKind: RunKind<'standard'> = {
  written: true,
  execute: executeStandard,
  expected: ({ expected }) => ({ expected }),
  asks: ({ assertions }, target) => [target, ...validatorsIn(assertions)],
  authored(testCase) {
    const { assertions, expected } = testCase;
    return writtenCase(testCase, { assert: assertions.length === 0 ? undefined : assertions, expected });
  },
  report: (result) => reportAttempt(result),
};

/** One call, then every assertion on its answer. */
async function executeStandard(context: AttemptContext, testCase: StandardCase): Promise<Outcome<'standard'>> {
  const asked = await askTarget(context, testCase.input);
  if (!asked.ok) return asked.outcome;
  const assertions = await judgeAll(context, testCase, asked.turn);
  const status = statusOf(assertions);
  const complaints = assertions
    .filter((result) => result.status !== 'passed')
    .map((result) => result.message ?? result.type);
  return {
    ...context.progress(),
    status,
    assertions,
    ...(status === 'passed' ? {} : { error: complaints.join('; ') }),
  };
}

async function judgeAll(context: AttemptContext, testCase: StandardCase, turn: JudgedTurn): Promise<AssertionResult[]> {
  const subject = subjectOfAnswer(testCase, turn);
  const results: AssertionResult[] = [];
  for (const assertion of assertionsOf(testCase)) {
    const result = await judge(context, { assertion, subject, turn: 1 });
    context.emit({ type: 'assertion.finished', assertion: result });
    results.push(result);
    context.record({ assertions: [...results] });
  }
  return results;
}
