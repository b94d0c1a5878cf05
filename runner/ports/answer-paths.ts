import type { Summary } from '../contract/index.ts';

/** A path of an agent's entry, and what its answers had there. */
export type AnswerPath = NonNullable<Summary['answerPaths']>[number];

/** What the answers of agents had at the paths of their entries, as far as it was heard. */
export type AnswerPaths = { add(paths: readonly AnswerPath[]): void; list(): readonly AnswerPath[] };

export function collectAnswerPaths(): AnswerPaths {
  let collected: readonly AnswerPath[] = [];
  return {
    add(paths) {
      if (paths.length > 0) collected = joinAnswerPaths([...collected, ...paths]);
    },
    list: () => collected,
  };
}

/** Puts together what several answers, workers or parts of a run had at the same paths; the later come last. */
export function joinAnswerPaths(paths: readonly AnswerPath[]): AnswerPath[] {
  const joined = new Map<string, AnswerPath>();
  for (const path of paths) {
    const key = JSON.stringify([path.agentId, path.part]);
    const before = joined.get(key);
    const isFound = path.isFound || before?.isFound === true;
    const isJudged = path.isJudged || before?.isJudged === true;
    joined.set(key, { ...path, keys: isFound ? [] : path.keys, isFound, isJudged });
  }
  return [...joined.values()];
}
