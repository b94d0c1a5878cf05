import { describeCheckpointOrder, withoutTurn } from '../cause/cause-words.ts';
import type { Diagnosis } from './diagnose.ts';
import type { FailureCause } from './failure-log.ts';
import type { DiagnosedProblem } from './problems.ts';

/** The cause in one line, identical in all outputs: ``No call of `quote` at T5; `offer` was never reached``. */
export function diagnosisHeadline({ cause }: Diagnosis): string {
  return cause.sentence;
}

/** The headline for all attempts with the same cause. It names a turn only if it is the same in all of them. */
export function causeHeadline({ diagnosis, severalTurns }: Pick<FailureCause, 'diagnosis' | 'severalTurns'>): string {
  const headline = diagnosisHeadline(diagnosis);
  return severalTurns === true ? withoutTurn(headline) : headline;
}

/** The lines below the headline: evidence, what was missing, other problems, and who was at fault. */
export function diagnosisDetails({ cause, problems: [first, ...others], faults }: Diagnosis): string[] {
  const details = [
    ...problemDetails(first),
    ...others.flatMap((other) => [problemHeadline(other), ...problemDetails(other)]),
  ];
  return [...new Set([...cause.evidence, ...details, ...faults])];
}

/** For a problem other than the decisive one, the headline names only the turn in which the check failed. */
function problemHeadline(problem: DiagnosedProblem): string {
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

function problemDetails(problem: DiagnosedProblem): string[] {
  switch (problem.kind) {
    case 'stuck': {
      const { message = '', waiting, ending } = problem;
      return [
        ...(message === '' ? [] : [message]),
        ...waitingCheckpointLines(waiting),
        ...(ending === undefined ? [] : [ending]),
      ];
    }
    case 'order':
      return waitingCheckpointLines(problem.waiting);
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

function waitingCheckpointLines(waiting: readonly string[]): string[] {
  return waiting.length === 0 ? [] : [`checkpoints waiting for it: ${waiting.join(', ')}`];
}
