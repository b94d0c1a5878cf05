import type { MatrixColumn } from '@/lib/queries';

/**
 * Returns the titles of the columns: the connector, with the agent if there are several agents. Columns with equal
 * titles also get their label, commit or number.
 */
export function columnTitles(columns: readonly MatrixColumn[]): string[] {
  const agents = new Set(columns.map(({ agentId }) => agentId));
  const titles = columns.map(({ agentId, connector }) => {
    const model = connector ?? 'the agent’s own connector';
    return agents.size > 1 ? `${agentId} @ ${model}` : model;
  });
  return columns.map(({ label, commit }, index) => {
    const title = titles[index] ?? '';
    if (titles.filter((each) => each === title).length === 1) return title;
    return `${title} · ${label ?? commit?.slice(0, 7) ?? `run ${index + 1}`}`;
  });
}
