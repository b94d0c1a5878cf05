import { judgedValue } from '../assertions/judged-value.ts';
import { textForm } from '../assertions/text-form.ts';
import { type AssertionResult, asJson, type CaseStatus, type StandardCase } from '../contract/index.ts';
import type { AgentResponse } from '../engine/ports.ts';
import { askTarget } from './ask-target.ts';
import type { AttemptContext } from './attempt-context.ts';
import { judge } from './judge.ts';
import type { Outcome } from './outcome.ts';

/** One call, then every assertion on its answer. */
export async function executeStandard(context: AttemptContext, testCase: StandardCase): Promise<Outcome> {
  const asked = await askTarget(context, testCase.input);
  if (!asked.ok) return asked.outcome;
  const assertions = await judgeAll(context, testCase, asked.response);
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

async function judgeAll(
  context: AttemptContext,
  testCase: StandardCase,
  response: AgentResponse,
): Promise<AssertionResult[]> {
  const value = judgedValue(response);
  const subject = {
    value,
    text: textForm(value),
    toolCalls: response.toolCalls,
    input: asJson(testCase.input),
    ...(testCase.expected === undefined ? {} : { expected: testCase.expected }),
  };
  const results: AssertionResult[] = [];
  for (const assertion of assertionsOf(testCase)) {
    const result = await judge(context, { assertion, subject, turn: 1 });
    context.emit({ type: 'assertion.finished', assertion: result });
    results.push(result);
    context.record({ assertions: [...results] });
  }
  return results;
}

/** `assert` wins; `expected` alone is an equality; a case with neither passes when the agent answers. */
function assertionsOf(testCase: StandardCase): StandardCase['assertions'] {
  if (testCase.assertions.length > 0 || testCase.expected === undefined || testCase.expected === null) {
    return testCase.assertions;
  }
  return [{ type: 'equals', value: testCase.expected }];
}

export function statusOf(results: readonly AssertionResult[]): CaseStatus {
  if (results.some((result) => result.status === 'error')) return 'error';
  return results.some((result) => result.status === 'failed') ? 'failed' : 'passed';
}
