import type { RunState } from '../../fold/index.ts';
import { decimalPercent, plural } from '../../values/index.ts';
import { type ScoreGroup, scoresByMetadata, scoresByTag } from '../../verdict/index.ts';
import { inline, table } from './markdown-text.ts';

const VALUES = 20;

/** Returns the scores of experiments by tag and by column; empty if no case has either. */
export function scoreGroupTables({ rows, options }: Pick<RunState, 'rows' | 'options'>): string {
  const tags = scoresByTag(rows);
  const columns = scoresByMetadata(rows, options?.groupBy);
  return [
    ...(tags.length === 0 ? [] : [`## Scores by tag\n\n${groupTable('Tag', tags)}`]),
    ...columns.map(({ column, groups }) => `## Scores by ${inline(column)}\n\n${groupTable(inline(column), groups)}`),
  ].join('\n');
}

function groupTable(heading: string, groups: readonly ScoreGroup[]): string {
  const rows = groups
    .slice(0, VALUES)
    .map(({ name, passed, total }) => [
      name === '' ? '*empty*' : inline(name),
      `${passed} of ${total}`,
      decimalPercent(passed / total),
    ]);
  const more = groups.length > VALUES ? `\n… ${plural(groups.length - VALUES, 'more value')}\n` : '';
  return `${table([heading, 'Passed', 'Rate'], rows)}${more}`;
}
