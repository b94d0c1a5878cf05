import type { NarrowedSearch, SearchScope } from './narrow-search.ts';

export type NarrowedScope = SearchScope & { narrowing: NarrowedSearch };

/**
 * The `FROM` part of a query for matching passages `p` with their run `r` and attempt `a`. The cross joins make SQLite
 * read the passages first.
 */
export function buildMatchingPassagesQuery({
  match,
  conditions,
  runId,
  before,
  narrowing,
}: NarrowedScope): NarrowedSearch {
  const conditionTexts = [
    'said MATCH ?',
    'r.deleted_at IS NULL',
    ...(runId === undefined ? [] : ['r.id = ?']),
    narrowing.sql,
    ...(before === undefined ? [] : ['said.rowid < ?']),
    ...conditions.map(({ sql }) => sql),
  ];
  const values = [
    match,
    ...(runId === undefined ? [] : [runId]),
    ...narrowing.values,
    ...(before === undefined ? [] : [before]),
    ...conditions.flatMap(({ value }) => (value === undefined ? [] : [value])),
  ];
  return {
    sql: `FROM said CROSS JOIN passages p ON p.id = said.rowid CROSS JOIN searched_runs s ON s.number = p.run
       CROSS JOIN runs r ON r.id = s.run_id CROSS JOIN attempts a ON a.run_id = s.run_id AND a.last_seq = p.last_seq
       WHERE ${conditionTexts.join(' AND ')}`,
    values,
  };
}
