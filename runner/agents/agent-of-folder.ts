import { relativePath } from '../scripts/relative-path.ts';

/**
 * The agent of cases that name none: the one that their folder, or one above it below the workspace, is named for (the
 * nearest counts: `tests/desk` is for `desk`), else the only agent that there is.
 */
export function agentForFolder(folder: string, root: string, agentIds: readonly string[]): string | undefined {
  const [only, ...others] = agentIds;
  return namedBy(folder, root, agentIds) ?? (others.length === 0 ? only : undefined);
}

function namedBy(folder: string, root: string, agentIds: readonly string[]): string | undefined {
  const place = `/${relativePath(root, folder)}/`;
  if (place.startsWith('/../')) return undefined;
  const matches = agentIds.map((id) => ({ id, end: findEnd(`/${id}/`, place) })).filter(({ end }) => end > 0);
  return matches.toSorted((one, other) => other.end - one.end || other.id.length - one.id.length)[0]?.id;
}

function findEnd(part: string, place: string): number {
  const start = place.lastIndexOf(part);
  return start < 0 ? 0 : start + part.length;
}
