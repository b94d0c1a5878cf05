import type { CaseResult } from '../../contract/index.ts';
import type { CaseRow } from '../../fold/index.ts';
import { faultLines } from '../faults/fault-words.ts';
import { type Problem, problemsOf } from './problems.ts';

/** What is wrong with an attempt, the decisive problem first. */
export type Diagnosis = {
  problems: [Problem, ...Problem[]];
  /** The turn that a reader has to see first; nothing outside conversations. */
  turn?: number;
  /** Whose fault it was, if not the agent's, and hints, a line each. */
  faults: string[];
  /** Equal for attempts that went wrong in the same way. */
  cause: string;
};

type DiagnosedCase = Pick<CaseRow, 'suiteKey' | 'checkpoints'>;

/** Says what is wrong with an attempt of a case; nothing for one that did not go wrong. */
export function diagnose(result: CaseResult, { suiteKey, checkpoints }: DiagnosedCase): Diagnosis | undefined {
  const [first, ...others] = problemsOf(result, checkpoints);
  if (first === undefined) return undefined;
  return {
    problems: [first, ...others],
    turn: result.turns === undefined ? undefined : turnOf(first),
    faults: faultLines(result),
    cause: causeOf(first, suiteKey),
  };
}

function turnOf(problem: Problem): number | undefined {
  return problem.kind === 'stuck' ? (problem.since ?? problem.nearest?.turn ?? 1) : problem.turn;
}

/** What breaks one suite breaks others with the same words; checkpoints and checks are those of their suite. */
function causeOf(problem: Problem, suiteKey: string): string {
  switch (problem.kind) {
    case 'broke':
      return `${problem.status} ${problem.message}`;
    case 'wrong':
      return `${suiteKey} ${problem.check}`;
    case 'stuck':
    case 'order':
      return `${suiteKey} ${problem.kind} ${problem.checkpoint}`;
    default:
      return problem satisfies never;
  }
}
