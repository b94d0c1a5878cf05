import { evaluateAssertion } from '../assertions/evaluate-assertion.ts';
import { isQuestion } from '../assertions/question.ts';
import type { AssertionHelpers } from '../assertions/subject.ts';
import type { PlacedJudgement } from '../kinds/recorded/judge-recording.ts';
import { createRecordedVerdicts } from '../kinds/recorded/recorded-verdicts.ts';
import type { DryAssertion } from './dry-case.ts';
import type { DryCheck } from './dry-result.ts';
import type { RecordedAnswer } from './recorded-answer.ts';

export type DryPlace = Pick<PlacedJudgement, 'subject' | 'turn' | 'place'>;

export type DryJudge = (source: DryAssertion, place: DryPlace) => Promise<DryCheck>;

/** Nobody is asked: questions never come this far. */
const nobody: AssertionHelpers = {
  validate: () => Promise.reject(new Error('no agent is asked in a dry run')),
  runScript: () => Promise.reject(new Error('no script is run in a dry run')),
};

export function createDryJudge(answer: RecordedAnswer, signal: AbortSignal): DryJudge {
  const verdictOf = createRecordedVerdicts(answer);
  return async ({ path, type, assertion }, place) => {
    const check = { path, type, turn: place.turn, recorded: false };
    if (assertion === undefined) return { ...check, status: 'unsound' };
    if (assertion.type === 'snapshot') return { ...check, status: 'needs_run' };
    if (!isQuestion(assertion)) {
      const result = await evaluateAssertion({ assertion, subject: place.subject, helpers: nobody }, signal);
      return { ...check, status: result.status, result };
    }
    const result = verdictOf({ ...place, assertion });
    if (result === undefined) return { ...check, status: 'needs_run' };
    return { ...check, status: result.status, result, recorded: true };
  };
}
