import { evaluateAssertionSynchronously } from '../../assertions/evaluate-assertion.ts';
import { isEmptyAnswer } from '../../assertions/judged-value.ts';
import type { AssertionResult, CaseInput, StandardCase } from '../../contract/index.ts';
import { type AttemptContext, type Outcome, StoppedError } from '../../ports/index.ts';
import { castToJson } from '../../values/index.ts';
import { askForSingleAnswer } from '../attempt/ask-agent-under-test.ts';
import { createInputErrorOutcome } from '../attempt/error-outcome.ts';
import { findRulesOnHiddenText } from '../attempt/hidden-text.ts';
import { createJudge, judgeOffline } from '../attempt/judge.ts';
import { findLikelyCaseMistakes } from '../attempt/likely-case-mistakes.ts';
import { explainLikelyMistakenFailures } from '../attempt/likely-mistaken-failures.ts';
import { findLooseConditions } from '../attempt/loose-conditions.ts';
import {
  type CaseRunOptions,
  createRefusedCallOutcome,
  getCurrentState,
  withUnusedCaseParts,
} from '../attempt/run-with-mocks.ts';
import { resolveCaseInput } from '../attempt/scripted-input.ts';
import { buildAnswerSubject } from '../attempt/subjects.ts';
import { findRulesOnUncalledTools } from '../attempt/uncalled-tools.ts';
import { findUncheckedNumbersInCaseName } from '../attempt/unchecked-expectations.ts';
import { findUnjudgedParts } from '../attempt/unjudged.ts';
import { findUnnamedIds } from '../attempt/unnamed-ids.ts';
import { findUnnamedRecipients } from '../attempt/unnamed-recipients.ts';
import { findUnreadChanges } from '../attempt/unread-state.ts';
import { computeOverallStatus, formatComplaints, resolveAssertions } from './standard-checks.ts';

/** Runs a standard case: calls the agent once, then checks every assertion on its answer. */
export async function executeStandard(
  context: AttemptContext,
  testCase: StandardCase,
  { authored, judge = createJudge(context), toolMocks }: CaseRunOptions,
): Promise<Outcome<'standard'>> {
  let input: CaseInput;
  try {
    input = (await resolveCaseInput(context, testCase, authored)) ?? testCase.input;
  } catch (error) {
    return createInputErrorOutcome(error);
  }
  const targetResult = await askForSingleAnswer(context, input, toolMocks);
  if (!targetResult.ok) return targetResult.outcome;
  if (targetResult.turn.interrupts !== undefined) context.record({ interrupts: targetResult.turn.interrupts });
  if (targetResult.refusal !== undefined)
    return { ...context.findings().progress, ...createRefusedCallOutcome(targetResult.refusal) };
  const rules = resolveAssertions(testCase);
  if (rules.length === 0 && isEmptyAnswer(targetResult.turn.response)) {
    return {
      ...context.findings().progress,
      status: 'failed',
      error: 'the agent answered nothing: no text, no tool call, no data',
    };
  }
  const subject = {
    ...buildAnswerSubject({ ...testCase, input }, targetResult.turn),
    state: getCurrentState(toolMocks, context),
  };
  const inferred = testCase.inferred?.assertions.flatMap(
    (assertion) => evaluateAssertionSynchronously({ assertion, subject }) ?? [],
  );
  if (inferred !== undefined) context.record({ inferred });
  const assertions: AssertionResult[] = [];
  const recordResult = (result: AssertionResult): void => {
    context.emit({ type: 'assertion.finished', assertion: result });
    assertions.push(result);
    context.record({ assertions: [...assertions] });
  };
  try {
    for (const assertion of rules) recordResult(await judge({ assertion, subject, turn: 1, sharedAssertions: rules }));
  } catch (error) {
    if (!(error instanceof StoppedError) || error.stopCause !== 'timeout') throw error;
    // After a timeout of a judge or script, the remaining assertions are still listed, and those that need no calls are
    // checked.
    for (const assertion of rules.slice(assertions.length)) {
      recordResult(await judgeOffline({ assertion, subject, turn: 1 }));
    }
    throw error;
  }
  const status = computeOverallStatus(assertions);
  const finalOutcome = { ...context.findings().progress, status, assertions };
  if (testCase.expect === 'fail') {
    const failedRules = rules.filter((_, index) => assertions[index]?.status === 'failed');
    for (const text of explainLikelyMistakenFailures(failedRules, subject)) context.report({ type: 'warning', text });
  }
  if (status !== 'passed') return { ...finalOutcome, error: formatComplaints(assertions) };
  const { content, toolCalls } = targetResult.turn.response;
  const inputs = [castToJson(input)];
  const judgedRules = rules.map((assertion) => ({ assertion, isForbidden: false, subjects: [subject] }));
  const given = { planned: context.planned, rules, inputs, toolCalls };
  const slips = [
    ...findUnnamedIds({ testCase, ...given }),
    ...findUnnamedRecipients(given),
    ...findLooseConditions({ mocks: testCase.mocks, inputs, toolCalls }),
    ...findLikelyCaseMistakes({ testCase, rules, inputs, answers: [content], toolCalls }),
    ...findRulesOnHiddenText({ rules, content, value: subject.value }),
    ...findUnreadChanges({ ...given, endState: () => toolMocks?.endState() }),
  ];
  return {
    ...finalOutcome,
    ...findUnjudgedParts(judgedRules, { toolCalls, endedBeforeDone: false, slips }),
    ...withUnusedCaseParts({ status }, [
      ...findUncheckedNumbersInCaseName({ testCase, rules, inputs, answers: [content], toolCalls }),
      ...findRulesOnUncalledTools({ rules, toolCalls, mocks: testCase.mocks }),
    ]),
  };
}
