import { type SQL, sql } from 'drizzle-orm';

/**
 * A condition on rows of `runs`: it was written before the run with the id `:before`. A run that the history does not
 * have is newer than all that it has.
 */
export function olderThan(alias = 'runs'): string {
  return `${alias}.ordinal < coalesce((SELECT ordinal FROM runs WHERE id = :before), 9e999)`;
}

export function writtenBefore(runId: string): SQL {
  return sql`runs.ordinal < coalesce((SELECT ordinal FROM runs WHERE id = ${runId}), 9e999)`;
}
