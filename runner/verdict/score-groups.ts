import type { AttemptRow, CaseRow } from '../fold/index.ts';
import { isJudgedByScores } from '../fold/index.ts';

/** The number of scores of all cases with the same tag or column value, and how many of these scores passed. */
export type ScoreGroup = { name: string; passed: number; total: number };
/** The groups of one column, in the order in which the values first appear. */
export type ColumnGroups = { column: string; groups: ScoreGroup[] };

/** The scores of experiments by tag, in the order in which the tags first appear. */
export function groupScoresByTag(rows: readonly CaseRow[]): ScoreGroup[] {
  const groups = new Map<string, ScoreGroup>();
  for (const row of rows.filter(isJudgedByScores)) {
    for (const tag of new Set(row.tags ?? [])) addCaseToGroup(groups, tag, row);
  }
  return listNonEmptyGroups(groups);
}

/** Groups the scores by the columns in `groupBy`; by default, by every metadata column whose values are strings. */
export function groupScoresByMetadata(rows: readonly CaseRow[], groupBy?: readonly string[]): ColumnGroups[] {
  const columns = new Map<string, Map<string, ScoreGroup>>();
  for (const row of rows.filter(isJudgedByScores)) {
    for (const [column, value] of Object.entries(row.metadata ?? {})) {
      if (typeof value !== 'string' || groupBy?.includes(column) === false) continue;
      const groups = columns.get(column) ?? new Map<string, ScoreGroup>();
      columns.set(column, groups);
      addCaseToGroup(groups, value, row);
    }
  }
  return [...columns].map(([column, groups]) => ({ column, groups: listNonEmptyGroups(groups) }));
}

function addCaseToGroup(groups: Map<string, ScoreGroup>, name: string, { attempts, scorers = [] }: CaseRow): void {
  const group = groups.get(name) ?? { name, passed: 0, total: 0 };
  groups.set(name, group);
  for (const attempt of attempts) {
    const verdicts = listScorerVerdicts(attempt, scorers.length);
    group.total += verdicts.length;
    group.passed += verdicts.filter((passed) => passed).length;
  }
}

/**
 * Returns the verdict of each scorer on an attempt. Scorers that did not run because the agent failed count as not
 * passed.
 */
function listScorerVerdicts({ status, cells = [] }: AttemptRow, scorers: number): boolean[] {
  if (status === 'skipped' || status === 'queued' || status === 'running') return [];
  const verdicts = cells.flatMap(({ passed, notScorable }) => (notScorable === true ? [] : [passed]));
  const missing = Math.max(cells.length === 0 ? 1 : 0, scorers - cells.length);
  return [...verdicts, ...Array.from({ length: missing }, () => false)];
}

function listNonEmptyGroups(groups: ReadonlyMap<string, ScoreGroup>): ScoreGroup[] {
  return [...groups.values()].filter(({ total }) => total > 0);
}
