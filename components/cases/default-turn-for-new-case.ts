import type { AttemptState } from '@/runner/fold';
import { listProblems } from '@/runner/verdict';

/** The turn whose question a case asks again: the first that was stuck at a checkpoint, otherwise the last. */
export function findDefaultTurnForNewCase({ result, turns }: Pick<AttemptState, 'result' | 'turns'>): number {
  const stuck = result && listProblems(result).find((problem) => problem.kind === 'stuck');
  return stuck?.since ?? turns.at(-1)?.turn ?? 1;
}
