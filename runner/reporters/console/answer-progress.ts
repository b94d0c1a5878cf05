import type { RunEvent } from '../../contract/index.ts';
import { type AttemptId, type AttemptKey, attemptKey, type CaseKey, caseKey } from '../../fold/index.ts';

export type AnswerProgress = {
  /** Processes an event. Returns the progress of its attempt if the attempt asks the same question several times. */
  trackEvent(event: RunEvent): string | undefined;
  /** Returns the number of answers requested in finished attempts, and the number of answers received. */
  rate(): { asked: number; answered: number };
};

type AttemptProgress = { answers: number; verdicts: number };

/** Tracks the progress of consistency cases, because their attempts take long. */
export function createAnswerProgress(): AnswerProgress {
  const answersByCase = new Map<CaseKey, number>();
  const running = new Map<AttemptKey, AttemptProgress>();
  const rate = { asked: 0, answered: 0 };

  /** Most runs have no consistency case. The check of the map's size avoids computing a key for every event. */
  function isConsistencyCase({ suiteKey, caseId }: AttemptId): boolean {
    return answersByCase.size > 0 && answersByCase.has(caseKey(suiteKey, caseId));
  }

  function updateAnswerProgress(event: AttemptId, step?: keyof AttemptProgress): string {
    const key = attemptKey(event);
    const before = running.get(key) ?? { answers: 0, verdicts: 0 };
    const attempt = step === undefined ? before : { ...before, [step]: before[step] + 1 };
    running.set(key, attempt);
    const { answers, verdicts } = attempt;
    const all = answersByCase.get(caseKey(event.suiteKey, event.caseId));
    const judged = verdicts === 0 ? '' : `, ${verdicts} ${verdicts === 1 ? 'verdict' : 'verdicts'}`;
    return `${event.caseId}: ${answers}${all === undefined ? '' : ` of ${Math.max(all, answers)}`} answers${judged}`;
  }

  return {
    trackEvent(event) {
      switch (event.type) {
        case 'run.started':
        case 'cases.announced':
          for (const { suiteKey, id, samples } of event.cases) {
            if (samples !== undefined) answersByCase.set(caseKey(suiteKey, id), samples);
          }
          return undefined;
        case 'phase.started':
          return isConsistencyCase(event) ? updateAnswerProgress(event) : undefined;
        case 'sample.finished':
          return updateAnswerProgress(event, 'answers');
        case 'score.finished':
          return isConsistencyCase(event) ? updateAnswerProgress(event, 'verdicts') : undefined;
        case 'case.finished': {
          const { samples = [] } = event.result;
          if (running.size > 0) running.delete(attemptKey(event));
          rate.asked += samples.length;
          rate.answered += samples.filter(({ output }) => output !== undefined).length;
          return undefined;
        }
        default:
          return undefined;
      }
    },
    rate: () => rate,
  };
}
