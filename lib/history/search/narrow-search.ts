import type { Database } from '../../db/index.ts';
import type { Condition } from './parse-search.ts';

export type SearchScope = { conditions: readonly Condition[]; runId?: string | undefined };

/** A condition on `said.rowid`, with its values. */
export type Narrowing = { sql: string; values: (string | number)[] };

/** Of so few attempts all passages are looked up before the words are; of more, one with a frequent word comes soon. */
const FEW_ATTEMPTS = 5_000;

/**
 * The passages that a search has to look at, or nothing when it needs not look at any. Without it every passage with a
 * frequent word would be looked up.
 */
export function narrowSearch(database: Database, scope: SearchScope, few = FEW_ATTEMPTS): Narrowing | undefined {
  if (scope.conditions.length === 0) return passagesOfRuns(database, scope);
  const attempts = attemptsThatMeet(scope, few + 1);
  const found = database.sqlite
    .prepare<unknown[], number>(`SELECT count(*) FROM (${attempts.sql})`)
    .pluck()
    .get(...attempts.values);
  if (found === 0) return undefined;
  if (found === undefined || found > few) return passagesOfRuns(database, scope);
  return {
    // The plus has SQLite go through the passages with the words once, and not begin that anew for each id.
    sql: `+said.rowid IN (SELECT p.id FROM (${attempts.sql}) m CROSS JOIN passages p ON p.run = m.run AND p.last_seq = m.last_seq)`,
    values: attempts.values,
  };
}

function attemptsThatMeet({ conditions, runId }: SearchScope, most: number): Narrowing {
  const where = [...(runId === undefined ? [] : ['s.run_id = ?']), ...conditions.map(({ sql }) => sql)];
  return {
    sql: `SELECT s.number AS run, a.last_seq FROM searched_runs s JOIN runs r ON r.id = s.run_id
          JOIN attempts a ON a.run_id = s.run_id WHERE ${where.join(' AND ')} LIMIT ${most}`,
    values: valuesOf({ conditions, runId }),
  };
}

/** From the first to the last passage of the run, or of all runs with an attempt that meets the conditions. */
function passagesOfRuns({ sqlite }: Database, { conditions, runId }: SearchScope): Narrowing | undefined {
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
    .get(...valuesOf({ conditions, runId }));
  if (bounds === undefined || bounds.first === null || bounds.last === null) return undefined;
  return { sql: 'said.rowid BETWEEN ? AND ?', values: [bounds.first, bounds.last] };
}

function valuesOf({ conditions, runId }: SearchScope): (string | number)[] {
  const wanted = conditions.flatMap(({ value }) => (value === undefined ? [] : [value]));
  return runId === undefined ? wanted : [runId, ...wanted];
}
