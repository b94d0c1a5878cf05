import { toRelativePath } from '../scripts/relative-path.ts';

/**
 * Returns the agent for cases that name none. It has the same name as the folder of the cases or as the nearest folder
 * above it in the workspace (cases in `tests/desk` are for the agent `desk`). If there is no such agent, it is the
 * workspace's only agent.
 */
export function chooseAgentForFolder(folder: string, root: string, agentIds: readonly string[]): string | undefined {
  const [onlyId, ...otherIds] = agentIds;
  return findAgentNamedInPath(folder, root, agentIds) ?? (otherIds.length === 0 ? onlyId : undefined);
}

function findAgentNamedInPath(folder: string, root: string, agentIds: readonly string[]): string | undefined {
  const folderPath = `/${toRelativePath(root, folder)}/`;
  if (folderPath.startsWith('/../')) return undefined;
  const matches = agentIds
    .map((id) => ({ id, end: findEndOfLastOccurrence(`/${id}/`, folderPath) }))
    .filter(({ end }) => end > 0);
  return matches.toSorted((one, other) => other.end - one.end || other.id.length - one.id.length)[0]?.id;
}

function findEndOfLastOccurrence(part: string, folderPath: string): number {
  const start = folderPath.lastIndexOf(part);
  return start < 0 ? 0 : start + part.length;
}
