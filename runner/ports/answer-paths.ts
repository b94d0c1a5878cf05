import type { Summary } from '../contract/index.ts';

/** A path configured in an agent's entry, and the values that the agent's answers contained there. */
export type AnswerPath = NonNullable<Summary['answerPaths']>[number];

/** Collects the values that the answers of agents contained at the configured paths. */
export type AnswerPaths = { add(paths: readonly AnswerPath[]): void; list(): readonly AnswerPath[] };

export function createAnswerPathCollector(): AnswerPaths {
  let collected: readonly AnswerPath[] = [];
  return {
    add(paths) {
      if (paths.length > 0) collected = joinAnswerPaths([...collected, ...paths]);
    },
    list: () => collected,
  };
}

/** Merges the entries for the same paths from several answers, workers or parts of a run; later entries come last. */
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
