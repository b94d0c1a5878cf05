import type { TestCase } from '../../contract/index.ts';
import { isJudgedByScores } from '../../fold/index.ts';
import { findNearestWord } from '../../values/index.ts';
import { UsageError } from '../usage-error.ts';

/** Throws if a column to group scores by is not a metadata column of any table. */
export function requireMetadataColumns(
  groupBy: readonly string[] | undefined,
  suites: readonly { cases: readonly TestCase[] }[],
): void {
  if (groupBy === undefined) return;
  const rows = suites.flatMap(({ cases }) => cases.filter(isJudgedByScores));
  const columns = [...new Set(rows.flatMap(({ metadata = {} }) => Object.keys(metadata)))];
  const unknown = groupBy.find((column) => !columns.includes(column));
  if (unknown === undefined) return;
  const nearestColumn = findNearestWord(unknown, columns);
  throw new UsageError(`no table has an additional column "${unknown}" to group by`, [
    columns.length === 0 ? 'there are only the standard columns' : `there are ${columns.join(', ')}`,
    ...(nearestColumn === undefined ? [] : [`did you mean "${nearestColumn}"?`]),
  ]);
}
