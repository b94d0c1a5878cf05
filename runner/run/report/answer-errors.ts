import type { CaseResult } from '../../contract/index.ts';
import { isJudgedByAccuracy } from '../../fold/index.ts';
import type { RunObserver } from '../../ports/index.ts';
import { describeScoreSubject } from '../../reporters/measures.ts';
import type { Terminal } from '../terminal.ts';

/**
 * Prints to standard error why cases could not be measured: some output formats print nothing about a single case, so
 * these errors would not be seen.
 */
export function createAnswerErrorPrinter({ stderr }: Terminal): RunObserver {
  return {
    name: 'answer errors',
    onEvent(event) {
      if (event.type !== 'case.finished' || !isJudgedByAccuracy(event.result)) return;
      for (const error of listMeasurementErrors(event.result)) stderr.write(`turntree: ${event.caseId}: ${error}\n`);
    },
  };
}

function listMeasurementErrors({ status, error = status, samples = [], scores = [] }: CaseResult): string[] {
  const unanswered = samples.flatMap((sample) =>
    sample.error === undefined ? [] : [`answer ${sample.label}: ${sample.error}`],
  );
  // Leaves out agents that retrieved nothing, because that is not an infrastructure error.
  const unjudged = scores.flatMap((score) =>
    score.error === undefined || score.metric === 'context_recall'
      ? []
      : [`${describeScoreSubject(score)}: ${score.error}`],
  );
  const all = [...unanswered, ...unjudged];
  return all.length === 0 && (status === 'error' || status === 'timeout') ? [error] : all;
}
