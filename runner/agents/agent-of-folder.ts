import { relativePath } from '../scripts/relative-path.ts';

/** The agent that a folder below the workspace, or one above it, is named for: `tests/desk` is for `desk`. The nearest counts. */
export function agentNamedByFolder(folder: string, root: string, agentIds: readonly string[]): string | undefined {
  const place = `/${relativePath(root, folder)}/`;
  if (place.startsWith('/../')) return undefined;
  const found = agentIds.map((id) => ({ id, end: endOf(`/${id}/`, place) })).filter(({ end }) => end > 0);
  return found.toSorted((one, other) => other.end - one.end || other.id.length - one.id.length)[0]?.id;
}

function endOf(part: string, place: string): number {
  const start = place.lastIndexOf(part);
  return start < 0 ? 0 : start + part.length;
}
