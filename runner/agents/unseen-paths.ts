import type { UnseenPath } from '../ports/index.ts';

/** What an answer of an agent had at the paths of its entry. */
export type HeardPath = Omit<UnseenPath, 'agentId'> & { isFound: boolean };

/** Remembers the paths of agents at which no answer had anything. */
export type UnseenPaths = {
  onAnswer(agentId: string, paths: readonly HeardPath[]): void;
  list(): UnseenPath[];
};

export function createUnseenPaths(): UnseenPaths {
  const found = new Set<string>();
  const unseen = new Map<string, UnseenPath>();
  return {
    onAnswer(agentId, paths) {
      for (const { isFound, ...path } of paths) {
        const key = JSON.stringify([agentId, path.part]);
        if (isFound) found.add(key);
        if (found.has(key)) unseen.delete(key);
        else unseen.set(key, { agentId, ...path });
      }
    },
    list: () => [...unseen.values()],
  };
}
