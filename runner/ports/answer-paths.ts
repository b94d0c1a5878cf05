import type { Summary } from '../contract/index.ts';

/** A path configured in an agent's entry, and the values that the agent's answers contained there. */
export type ConfiguredAnswerPath = NonNullable<Summary['answerPaths']>[number];

/** Collects the values that the answers of agents contained at the configured paths. */
export type AnswerPathCollector = {
  add(paths: readonly ConfiguredAnswerPath[]): void;
  list(): readonly ConfiguredAnswerPath[];
};

export function createAnswerPathCollector(): AnswerPathCollector {
  let collected: readonly ConfiguredAnswerPath[] = [];
  return {
    add(paths) {
      if (paths.length > 0) collected = mergeAnswerPaths([...collected, ...paths]);
    },
    list: () => collected,
  };
}

/**
 * Merges entries with the same path, from several answers, workers or shards. `isFound` and `isJudged` are true if they
 * are true in any of them.
 */
export function mergeAnswerPaths(paths: readonly ConfiguredAnswerPath[]): ConfiguredAnswerPath[] {
  const joined = new Map<string, ConfiguredAnswerPath>();
  for (const path of paths) {
    const key = JSON.stringify([path.agentId, path.part]);
    const before = joined.get(key);
    const isFound = path.isFound || before?.isFound === true;
    const isJudged = path.isJudged || before?.isJudged === true;
    joined.set(key, { ...path, keys: isFound ? [] : path.keys, isFound, isJudged });
  }
  return [...joined.values()];
}
