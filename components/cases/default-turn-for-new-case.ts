import type { AttemptState } from '@/runner/fold';
import { findProblems } from '@/runner/verdict';

/** The turn whose question a case asks again: the first that was stuck at a checkpoint, otherwise the last. */
export function defaultTurnForNewCase({ result, turns }: Pick<AttemptState, 'result' | 'turns'>): number {
  const stuck = result && findProblems(result).find((problem) => problem.kind === 'stuck');
  return stuck?.since ?? turns.at(-1)?.turn ?? 1;
}
