import { isScored, type RunState } from '../../fold/index.ts';
import type { JsonObject } from '../../values/index.ts';
import { type ScoreGroup, scoresByMetadata, scoresByTag } from '../../verdict/index.ts';
import { type ExperimentShare, experimentShares } from '../experiment/experiment-totals.ts';

/** The scores of tables by tag and by column, with the keys and types of their own result files. */
export function scoresReport({ rows, options }: Pick<RunState, 'rows' | 'options'>): JsonObject {
  if (!rows.some(isScored)) return {};
  const columns = scoresByMetadata(rows, options?.groupBy);
  return {
    byTag: toShares(scoresByTag(rows)),
    byMetadata: Object.fromEntries(columns.map(({ column, groups }) => [column, toShares(groups)])),
  };
}

function toShares(groups: readonly ScoreGroup[]): Record<string, ExperimentShare> {
  return experimentShares(groups.map((group) => [group.name, group] as const));
}
