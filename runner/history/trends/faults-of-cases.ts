import type { Fault } from '../../contract/index.ts';
import { addToFaultCounts, type CaseKey, type FaultCounts } from '../../fold/index.ts';
import { countFailuresOfOthers, sumFaultCounts } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { applyFaultReviews } from '../read/apply-fault-reviews.ts';
import { CASE_KEY_SQL } from '../read/read-outcomes.ts';

type FaultCaseAddress = { suiteKey: string; caseId: string };
type RunFaults = { runId: string; faults?: FaultCounts | undefined };

/** Counts the failed attempts of a case in these runs by who was at fault, including human reviews. */
export function countFaultsOfCase(
  database: Database,
  { suiteKey, caseId }: FaultCaseAddress,
  runIds: readonly string[],
): FaultCounts {
  const rows = database.sqlite
    .prepare<unknown[], { by: Fault['by']; count: number }>(
      `SELECT fault_by AS "by", COUNT(*) AS count FROM attempts INDEXED BY attempts_by_case
       WHERE suite_key = ? AND case_id = ? AND fault_by IS NOT NULL AND set_aside IS NULL
         AND run_id IN (SELECT value FROM json_each(?))
       GROUP BY fault_by`,
    )
    .all(suiteKey, caseId, JSON.stringify(runIds));
  const isSameCase = (address: FaultCaseAddress) => address.suiteKey === suiteKey && address.caseId === caseId;
  const words = applyFaultReviews(
    database,
    runIds.map((runId): RunFaults => ({ runId })),
    isSameCase,
  );
  return sumFaultCounts([...rows.map(({ by, count }) => ({ [by]: count })), ...words.map(({ faults = {} }) => faults)]);
}

/**
 * Counts the failed attempts of these cases in a run by who was at fault. Reads a run's attempts only if someone other
 * than the agent was at fault in any of them.
 */
export function countFaultsAmongCases(
  { sqlite }: Database,
  { runId, faults = {} }: RunFaults,
  cases: ReadonlySet<CaseKey>,
): FaultCounts {
  if (countFailuresOfOthers(faults) === 0) return {};
  const faultRows = sqlite
    .prepare<unknown[], { key: CaseKey; by: Fault['by'] }>(
      `SELECT ${CASE_KEY_SQL} AS key, fault_by AS "by" FROM attempts
       WHERE run_id = ? AND fault_by IS NOT NULL AND set_aside IS NULL`,
    )
    .all(runId);
  let sum: FaultCounts = {};
  for (const { key, by } of faultRows) if (cases.has(key)) sum = addToFaultCounts(sum, by);
  return sum;
}
