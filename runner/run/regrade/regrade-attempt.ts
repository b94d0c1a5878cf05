import { isDelegatedAssertion } from '../../assertions/assertion-question.ts';
import { toAssertionCondition } from '../../assertions/assertion-types.ts';
import { evaluateAssertionSynchronously } from '../../assertions/evaluate-assertion.ts';
import type { AssertionResult, CaseStatus, StandardOrDynamicCase } from '../../contract/index.ts';
import type { RecordedResult } from '../../history/index.ts';
import { type JudgeRecorded, judgeRecording, type OpenVerdict } from '../../kinds/recorded/judge-recording.ts';
import { createRecordedVerdicts } from '../../kinds/recorded/recorded-verdicts.ts';
import { formatCountWithNoun } from '../../values/index.ts';

export type RegradeTask = {
  testCase: StandardOrDynamicCase;
  recorded: RecordedResult;
  /** Functions that call judges and scripts. If missing, the recorded verdicts are used. */
  ask?: JudgeRecorded | undefined;
};

/** Returns the status of a recorded attempt under the current rules of its case, and the reason. */
export async function regradeAttempt(
  { testCase, recorded: { answer, result, unreadable }, ask }: RegradeTask,
  signal: AbortSignal,
): Promise<{ after: CaseStatus | 'open'; reason?: string | undefined; inferred?: AssertionResult[] | undefined }> {
  if (unreadable !== undefined)
    return { after: 'open', reason: `the recording of the attempt cannot be read: ${unreadable}` };
  const verdictOf = createRecordedVerdicts(answer);
  const { verdict } = await judgeRecording({
    testCase,
    answer,
    async judge(judgement) {
      const { assertion, subject, turn, place } = judgement;
      signal.throwIfAborted();
      if (!isDelegatedAssertion(assertion)) return evaluateAssertionSynchronously({ assertion, subject });
      return ask === undefined ? verdictOf({ assertion, subject, turn, place }) : ask(judgement);
    },
  });
  const { inferred } = verdict.outcome;
  if (verdict.status === 'open') return { after: 'open', reason: describeUndecidedVerdict(verdict), inferred };
  const recordedError = result.error === undefined ? undefined : `the error was: ${result.error}`;
  if (result.injection?.verdict === 'succeeded' && verdict.status === 'passed') {
    return { after: 'failed', reason: `the agent obeyed the text in ${result.injection.into}`, inferred };
  }
  return {
    after: verdict.status,
    reason: verdict.status === 'passed' ? recordedError : verdict.outcome.error,
    inferred,
  };
}

function describeUndecidedVerdict({ because, outcome, openChecks }: OpenVerdict): string {
  if (because === 'goes_on') {
    const interimResult = outcome.status === 'passed' ? 'so far it would pass' : `so far: ${outcome.error}`;
    const turns = formatCountWithNoun(outcome.turns?.length ?? 1, 'turn');
    return `with these rules the conversation would continue, but the recording ends after ${turns}; ${interimResult}`;
  }
  const checks = openChecks.map(toAssertionCondition).map(({ check, wanted }) => `${check} ${wanted}`);
  const advice = openChecks.some(isDelegatedAssertion)
    ? 'cannot be regraded without --judge'
    : 'only a new run can decide this';
  return `${advice}: ${checks.join('; ')}`;
}
