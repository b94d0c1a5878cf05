import { describeCheckpointOrder, removeTurnFromSentence } from '../cause/cause-words.ts';
import type { Diagnosis } from './diagnose.ts';
import type { FailureCause } from './failure-log.ts';
import type { DiagnosedProblem } from './problems.ts';

/**
 * Describes the cause in one line, identical in all outputs: ``No call of `quote` at T5; `offer` was never reached``.
 */
export function formatDiagnosisHeadline({ cause }: Diagnosis): string {
  return cause.sentence;
}

/**
 * Returns the headline for all attempts with the same cause. It names a turn only if all of them failed in the same
 * turn.
 */
export function formatCauseHeadline({
  diagnosis,
  severalTurns,
}: Pick<FailureCause, 'diagnosis' | 'severalTurns'>): string {
  const headline = formatDiagnosisHeadline(diagnosis);
  return severalTurns === true ? removeTurnFromSentence(headline) : headline;
}

/** Returns the lines below the headline: the evidence, what was missing, other problems, and who was at fault. */
export function listDiagnosisDetails({ cause, problems: [first, ...others], faults }: Diagnosis): string[] {
  const details = [
    ...listProblemDetails(first),
    ...others.flatMap((other) => [formatProblemHeadline(other), ...listProblemDetails(other)]),
  ];
  return [...new Set([...cause.evidence, ...details, ...faults])];
}

/** Returns the headline of a problem other than the decisive one. It names only the turn in which the check failed. */
function formatProblemHeadline(problem: DiagnosedProblem): string {
  switch (problem.kind) {
    case 'stuck':
      return `\`${problem.checkpoint}\` was never reached`;
    case 'order':
      return describeCheckpointOrder(problem);
    case 'wrong':
      return problem.turn === undefined ? problem.message : `Wrong at T${problem.turn}: ${problem.message}`;
    case 'broke':
      return problem.message;
    default:
      return problem satisfies never;
  }
}

function listProblemDetails(problem: DiagnosedProblem): string[] {
  switch (problem.kind) {
    case 'stuck': {
      const { message = '', waiting, ending } = problem;
      return [
        ...(message === '' ? [] : [message]),
        ...describeWaitingCheckpoints(waiting),
        ...(ending === undefined ? [] : [ending]),
      ];
    }
    case 'order':
      return describeWaitingCheckpoints(problem.waiting);
    case 'wrong': {
      const { expected, actual, place } = problem;
      return [
        ...(place === undefined ? [] : [`at ${place}`]),
        ...(expected === undefined ? [] : [`expected: ${expected}`]),
        ...(actual === undefined ? [] : [`actual:   ${actual}`]),
      ];
    }
    case 'broke':
      return [];
    default:
      return problem satisfies never;
  }
}

function describeWaitingCheckpoints(waiting: readonly string[]): string[] {
  return waiting.length === 0 ? [] : [`checkpoints waiting for it: ${waiting.join(', ')}`];
}
