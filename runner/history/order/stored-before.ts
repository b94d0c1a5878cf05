import { type SQL, sql } from 'drizzle-orm';

/**
 * A SQL condition on rows of `runs`: stored before the run with the id `:before`. If the history does not have that
 * run, the condition is true for all runs.
 */
export function storedBeforeCondition(alias = 'runs'): string {
  return `${alias}.ordinal < coalesce((SELECT ordinal FROM runs WHERE id = :before), 9e999)`;
}

export function storedBeforeRunCondition(runId: string): SQL {
  return sql`runs.ordinal < coalesce((SELECT ordinal FROM runs WHERE id = ${runId}), 9e999)`;
}
