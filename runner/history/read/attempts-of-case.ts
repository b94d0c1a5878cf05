import { and, asc, eq } from 'drizzle-orm';
import { attempts } from '../../../drizzle/schema/index.ts';
import type { CaseStatus } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';

/**
 * The statuses of a case's attempts. `suiteKey` may differ from the requested suite, because the suite may have been
 * renamed.
 */
export type AttemptsOfCase = { suiteKey: string; attempts: { attempt: number; status: CaseStatus }[] };

type CaseAddress = { suiteKey: string; caseId: string };

/** Returns the finished attempts of a case in a run; undefined if there are none. */
export function readAttemptsOfCase(
  database: Database,
  runId: string,
  { suiteKey, caseId }: CaseAddress,
): AttemptsOfCase | undefined {
  const rows = database.orm
    .select({ suiteKey: attempts.suiteKey, attempt: attempts.attempt, status: attempts.status })
    .from(attempts)
    .where(and(eq(attempts.runId, runId), eq(attempts.caseId, caseId)))
    .orderBy(asc(attempts.suiteKey), asc(attempts.attempt))
    .all();
  const suites = [...Map.groupBy(rows, (row) => row.suiteKey)];
  const match = suites.find(([key]) => key === suiteKey) ?? (suites.length === 1 ? suites[0] : undefined);
  if (match === undefined) return undefined;
  return { suiteKey: match[0], attempts: match[1].map(({ attempt, status }) => ({ attempt, status })) };
}
