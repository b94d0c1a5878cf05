import { isEmptyAnswer } from '../../assertions/judged-value.ts';
import type { AssertionResult, CaseInput, StandardCase } from '../../contract/index.ts';
import type { AttemptContext, Outcome, RunKind } from '../../ports/index.ts';
import { askTarget } from '../attempt/ask-target.ts';
import { inputError } from '../attempt/failure.ts';
import { judge } from '../attempt/judge.ts';
import { inputOfCase } from '../attempt/scripted-input.ts';
import { type JudgedTurn, subjectOfAnswer } from '../attempt/subjects.ts';
import { unjudgedIn } from '../attempt/unjudged.ts';
import { validatorsIn } from '../attempt/validators.ts';
import { writtenCase } from '../attempt/written-case.ts';
import { reportAttempt } from '../report/report-attempt.ts';
import { assertionsOf, complaintsOf, statusOf } from './standard-checks.ts';

/** One call, judged by assertions. */
export const standardKind: RunKind<'standard'> = {
  written: true,
  execute: executeStandard,
  announce: (testCase) => (assertionsOf(testCase).length === 0 ? { checksNothing: true } : {}),
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
  let input: CaseInput;
  try {
    input = (await inputOfCase(context, testCase, () => standardKind.authored(testCase))) ?? testCase.input;
  } catch (error) {
    return inputError(error);
  }
  const asked = await askTarget(context, input);
  if (!asked.ok) return asked.outcome;
  const rules = assertionsOf(testCase);
  if (rules.length === 0 && context.rules !== 1 && isEmptyAnswer(asked.turn.response)) {
    return {
      ...context.progress(),
      status: 'failed',
      error: 'the agent answered nothing: no text, no tool call, no data',
    };
  }
  const assertions = await judgeAll(context, { ...testCase, input }, asked.turn);
  const status = statusOf(assertions);
  const done = { ...context.progress(), status, assertions };
  if (status !== 'passed') return { ...done, error: complaintsOf(assertions) };
  return { ...done, ...unjudgedIn(rules, { toolCalls: asked.turn.response.toolCalls, endedBeforeDone: false }) };
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
