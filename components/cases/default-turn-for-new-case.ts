import type { AttemptState } from '@/runner/fold';
import { listProblems } from '@/runner/verdict';

/**
 * Returns the turn whose question is preselected for a new case: the first turn that was stuck at a checkpoint,
 * otherwise the last turn.
 */
export function findDefaultTurnForNewCase({ result, turns }: Pick<AttemptState, 'result' | 'turns'>): number {
  const stuck = result && listProblems(result).find((problem) => problem.kind === 'stuck');
  return stuck?.since ?? turns.at(-1)?.turn ?? 1;
}
