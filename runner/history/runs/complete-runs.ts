import { sql } from 'drizzle-orm';
import type { Database } from '../db/index.ts';

/**
 * A SQL condition for rows of `runs` whose run has finished and was not limited to some cases by an option. For a suite
 * named after a scorer type, a run of all rows with that type counts as complete.
 */
export function completeRunCondition(alias = 'runs'): string {
  const optionColumn = (name: string) => `${alias}.options ->> '${name}'`;
  return `(${alias}.status IN ('passed', 'failed') AND coalesce(nullif(${optionColumn('cases')}, '[]'), nullif(${optionColumn('tags')}, '[]'),
    ${optionColumn('pattern')}, ${optionColumn('fork')}, ${optionColumn('purpose')}, ${optionColumn('shard')}, nullif(${optionColumn('lastFailed')}, 0),
    CASE instr(${alias}.suite_key, '#') WHEN 0 THEN ${optionColumn('scorer')} END) IS NULL)`;
}

/**
 * A SQL condition for rows of `runs` that are neither a fork nor an experiment. Runs of these kinds do not count in the
 * history of their cases.
 */
export function noForkOrExperimentCondition(alias: string): string {
  return `coalesce(${alias}.options ->> 'fork', ${alias}.options ->> 'purpose') IS NULL`;
}

export const isCompleteRun = sql<boolean>`${sql.raw(completeRunCondition())}`.mapWith(Boolean);

/** A SQL condition for rows of `runs` that are no experiment on conversations, such as an attack. */
export const isNoExperiment = sql<boolean>`${sql.raw("runs.options ->> 'purpose' IS NULL")}`;

/** A SQL condition for runs that met all their requirements, so that later runs may be compared with them. */
export const hasMissedNoGate = sql<boolean>`${sql.raw("runs.missed = '[]'")}`;

export function hasRunAllCases({ sqlite }: Database, runId: string): boolean {
  return (
    sqlite.prepare<[string], 0 | 1>(`SELECT ${completeRunCondition()} FROM runs WHERE id = ?`).pluck().get(runId) === 1
  );
}
