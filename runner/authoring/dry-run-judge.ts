import { isDelegatedAssertion } from '../assertions/assertion-question.ts';
import { evaluateAssertionSynchronously } from '../assertions/evaluate-assertion.ts';
import type { RecordedJudgement } from '../kinds/recorded/judge-recording.ts';
import { createRecordedVerdicts } from '../kinds/recorded/recorded-verdicts.ts';
import type { DryRunAssertion } from './dry-run-case.ts';
import type { DryRunCheckResult } from './dry-run-result.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

export type DryRunCheckContext = Pick<RecordedJudgement, 'subject' | 'turn' | 'place'>;

export type DryRunJudge = (source: DryRunAssertion, checkContext: DryRunCheckContext) => Promise<DryRunCheckResult>;

export function createDryRunJudge(answer: RecordedAnswer, signal: AbortSignal): DryRunJudge {
  const verdictsByCheck = createRecordedVerdicts(answer);
  return async ({ path, type, assertion }, checkContext) => {
    const check = { path, type, turn: checkContext.turn, recorded: false };
    if (assertion === undefined) return { ...check, status: 'unsound' };
    signal.throwIfAborted();
    const recordedVerdict = isDelegatedAssertion(assertion);
    const result = recordedVerdict
      ? verdictsByCheck({ ...checkContext, assertion })
      : evaluateAssertionSynchronously({ assertion, subject: checkContext.subject });
    return result === undefined
      ? { ...check, status: 'needs_run' }
      : { ...check, status: result.status, result, recorded: recordedVerdict };
  };
}
