import { toRelativePath } from '../scripts/relative-path.ts';

/**
 * The agent for cases that name none: the agent with the name of the case's folder or of the nearest folder above it
 * inside the workspace (`tests/desk` is for `desk`), otherwise the workspace's only agent.
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
