import { isDelegatedAssertion } from '../assertions/assertion-question.ts';
import { evaluateSynchronously } from '../assertions/evaluate-assertion.ts';
import type { RecordedJudgement } from '../kinds/recorded/judge-recording.ts';
import { createRecordedVerdicts } from '../kinds/recorded/recorded-verdicts.ts';
import type { DryAssertion } from './dry-case.ts';
import type { DryCheck } from './dry-result.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

export type DryCheckContext = Pick<RecordedJudgement, 'subject' | 'turn' | 'place'>;

export type DryJudge = (source: DryAssertion, checkContext: DryCheckContext) => Promise<DryCheck>;

export function createDryJudge(answer: RecordedAnswer, signal: AbortSignal): DryJudge {
  const verdictOf = createRecordedVerdicts(answer);
  return async ({ path, type, assertion }, checkContext) => {
    const check = { path, type, turn: checkContext.turn, recorded: false };
    if (assertion === undefined) return { ...check, status: 'unsound' };
    signal.throwIfAborted();
    const recorded = isDelegatedAssertion(assertion);
    const result = recorded
      ? verdictOf({ ...checkContext, assertion })
      : evaluateSynchronously({ assertion, subject: checkContext.subject });
    return result === undefined
      ? { ...check, status: 'needs_run' }
      : { ...check, status: result.status, result, recorded };
  };
}
