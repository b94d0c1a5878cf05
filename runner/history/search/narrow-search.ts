import type { Database } from '../db/index.ts';
import type { SearchCondition } from './parse-search.ts';

export type SearchScope = {
  /** The query for the FTS5 full-text index. */
  match: string;
  conditions: readonly SearchCondition[];
  runId?: string | undefined;
  before?: number | undefined;
};

/** A SQL condition on `said.rowid`, with its parameter values. */
export type NarrowedSearch = { sql: string; values: (string | number)[] };

export type NarrowingLimits = {
  /**
   * If at most this many attempts meet the conditions, only the passages of these attempts are searched. If more do, a
   * search for the words alone finds one of them quickly.
   */
  few: number;
  /**
   * If more than `few` attempts meet the conditions, this number of the newest passages with the words is searched
   * first. If these do not fill a page and at most `many` attempts meet the conditions, the passages of these attempts
   * are searched next.
   */
  passages: number;
  many: number;
};

const defaultNarrowingLimits: NarrowingLimits = { few: 5_000, passages: 5_000, many: 20_000 };

/**
 * Yields the passages to search: first a narrow set, then a wider set if the first one does not fill a page. Without
 * the narrow set, a search for a frequent word would look up every passage that contains it.
 */
export function* narrowSearch(
  database: Database,
  scope: SearchScope,
  limits = defaultNarrowingLimits,
): Generator<NarrowedSearch> {
  const { few, passages, many } = limits;
  const attemptCount = scope.conditions.length === 0 ? undefined : countAttempts(database, scope, few);
  if (attemptCount === 0) return;
  if (attemptCount === 'few') return yield narrowToAttempts(scope);
  const range = narrowToRuns(database, scope);
  if (range === undefined) return;
  const newestPassages = attemptCount && narrowToNewestPassages(database, { ...scope, range, most: passages });
  if (newestPassages === undefined) return yield range;
  yield newestPassages;
  yield countAttempts(database, scope, many) === 'more' ? range : narrowToAttempts(scope);
}

/** Stops counting above `maxFew`, because checking a condition may require queries on other runs for each attempt. */
function countAttempts({ sqlite }: Database, scope: SearchScope, maxFew: number): 0 | 'few' | 'more' {
  const { sql, values } = buildAttemptQuery(scope);
  const count = sqlite
    .prepare<unknown[], number>(`SELECT count(*) FROM (${sql} LIMIT ?)`)
    .pluck()
    .get(...values, maxFew + 1);
  if (count === undefined || count > maxFew) return 'more';
  return count === 0 ? 0 : 'few';
}

function narrowToAttempts(scope: SearchScope): NarrowedSearch {
  const { sql, values } = buildAttemptQuery(scope);
  return {
    // The unary plus keeps SQLite from using the id as an index: it scans the text matches once, instead of searching
    // again for each id.
    sql: `+said.rowid IN (SELECT p.id FROM (${sql}) m CROSS JOIN passages p ON p.run = m.run AND p.last_seq = m.last_seq)`,
    values,
  };
}

type NewestPassages = SearchScope & { range: NarrowedSearch; most: number };

/**
 * Narrows a search to the newest `most` passages that have the words. Returns undefined if no more than `most` have
 * them, because then there is nothing to narrow.
 */
function narrowToNewestPassages(
  { sqlite }: Database,
  { match, before, range, most }: NewestPassages,
): NarrowedSearch | undefined {
  const isBefore = before === undefined ? '' : 'AND said.rowid < ?';
  const last = sqlite
    .prepare<unknown[], number>(
      `SELECT rowid FROM said WHERE said MATCH ? AND ${range.sql} ${isBefore} ORDER BY rowid DESC LIMIT 1 OFFSET ?`,
    )
    .pluck()
    .get(match, ...range.values, ...(before === undefined ? [] : [before]), most);
  return last === undefined ? undefined : { sql: `${range.sql} AND said.rowid > ?`, values: [...range.values, last] };
}

function buildAttemptQuery({ conditions, runId }: SearchScope): NarrowedSearch {
  const conditionTexts = [...(runId === undefined ? [] : ['s.run_id = ?']), ...conditions.map(({ sql }) => sql)];
  return {
    sql: `SELECT s.number AS run, a.last_seq FROM searched_runs s JOIN runs r ON r.id = s.run_id
          JOIN attempts a ON a.run_id = s.run_id WHERE ${conditionTexts.join(' AND ')}`,
    values: listParameterValues(conditions, runId),
  };
}

/**
 * The id range of a run's passages, or of all runs that have an attempt meeting the conditions; undefined if there are
 * none.
 */
function narrowToRuns({ sqlite }: Database, { conditions, runId }: SearchScope): NarrowedSearch | undefined {
  if (conditions.length === 0 && runId === undefined) return { sql: 'TRUE', values: [] };
  const meets = conditions.map(({ sql }) => ` AND ${sql}`).join('');
  const attempts = `SELECT 1 FROM attempts a JOIN runs r ON r.id = a.run_id WHERE a.run_id = s.run_id${meets}`;
  const bounds = sqlite
    .prepare<unknown[], { first: number | null; last: number | null }>(
      `SELECT min(first) AS first, max(last) AS last FROM (
         SELECT (SELECT min(id) FROM passages WHERE run = s.number) AS first,
                (SELECT max(id) FROM passages WHERE run = s.number) AS last
         FROM searched_runs s WHERE ${runId === undefined ? '' : 's.run_id = ? AND'} EXISTS (${attempts}))`,
    )
    .get(...listParameterValues(conditions, runId));
  if (bounds === undefined || bounds.first === null || bounds.last === null) return undefined;
  return { sql: 'said.rowid BETWEEN ? AND ?', values: [bounds.first, bounds.last] };
}

function listParameterValues(conditions: readonly SearchCondition[], runId: string | undefined): (string | number)[] {
  const values = conditions.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return runId === undefined ? values : [runId, ...values];
}
