import { sql } from 'drizzle-orm';
import type { Database } from '../db/index.ts';

/**
 * A condition on rows of `runs`: it came to its end and had every case that it could have, because nothing in its options
 * leaves some out. A suite that is named by a type of scorer is whole with the rows of that type.
 */
export function wholeRun(alias = 'runs'): string {
  const option = (name: string) => `${alias}.options ->> '${name}'`;
  return `(${alias}.status IN ('passed', 'failed') AND coalesce(nullif(${option('cases')}, '[]'), nullif(${option('tags')}, '[]'),
    ${option('pattern')}, ${option('fork')}, ${option('shard')}, nullif(${option('lastFailed')}, 0),
    CASE instr(${alias}.suite_key, '#') WHEN 0 THEN ${option('scorer')} END) IS NULL)`;
}

/** A condition on rows of `runs`: it does not go on from a conversation of another run, and says how its cases do. */
export function notForked(alias: string): string {
  return `${alias}.options ->> 'fork' IS NULL`;
}

export const isWhole = sql<boolean>`${sql.raw(wholeRun())}`.mapWith(Boolean);

/** It missed nothing that it had to reach. */
export const missedNothing = sql<boolean>`${sql.raw("runs.missed = '[]'")}`;

export function hadWholeSuite({ sqlite }: Database, runId: string): boolean {
  return sqlite.prepare<[string], 0 | 1>(`SELECT ${wholeRun()} FROM runs WHERE id = ?`).pluck().get(runId) === 1;
}
