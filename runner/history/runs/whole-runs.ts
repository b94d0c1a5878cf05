import { sql } from 'drizzle-orm';
import type { Database } from '../db/index.ts';

/**
 * A SQL condition on rows of `runs`: the run finished and no option excluded any cases. For a suite named after a
 * scorer type, the rows with that type count as the whole.
 */
export function wholeRun(alias = 'runs'): string {
  const option = (name: string) => `${alias}.options ->> '${name}'`;
  return `(${alias}.status IN ('passed', 'failed') AND coalesce(nullif(${option('cases')}, '[]'), nullif(${option('tags')}, '[]'),
    ${option('pattern')}, ${option('fork')}, ${option('shard')}, nullif(${option('lastFailed')}, 0),
    CASE instr(${alias}.suite_key, '#') WHEN 0 THEN ${option('scorer')} END) IS NULL)`;
}

/**
 * A SQL condition on rows of `runs`: the run is not a fork. Results of forks do not count in the history of their
 * cases.
 */
export function notForked(alias: string): string {
  return `${alias}.options ->> 'fork' IS NULL`;
}

export const isWhole = sql<boolean>`${sql.raw(wholeRun())}`.mapWith(Boolean);

/** SQL condition: the run met everything it was required to, so later runs may be compared with it. */
export const missedNothing = sql<boolean>`${sql.raw("runs.missed = '[]'")}`;

export function hadWholeSuite({ sqlite }: Database, runId: string): boolean {
  return sqlite.prepare<[string], 0 | 1>(`SELECT ${wholeRun()} FROM runs WHERE id = ?`).pluck().get(runId) === 1;
}
