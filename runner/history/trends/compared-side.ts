import { eq } from 'drizzle-orm';
import { runs } from '../../../drizzle/schema/index.ts';
import { type CaseKey, type CaseRow, caseKey, countAttempts, toExclusionOfCase } from '../../fold/index.ts';
import type { RunToCompare } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { type StoredRow, selectRows } from '../db/select.ts';
import { parseAgentParts } from '../runs/agent-parts.ts';

const caseRowColumns = {
  suiteKey: 'suiteKey',
  id: 'caseId',
  hash: 'caseHash',
  kind: 'kind',
  attempt: 'attempt',
  turns: 'turns',
  status: 'status',
  score: 'score',
  setAside: 'setAside',
  decision: 'decision',
} as const;

/**
 * Returns the data of a run for a comparison, without the texts of its cases, so that even a hundred thousand cases can
 * be compared.
 */
export function readComparedSide(database: Database, runId: string): RunToCompare | undefined {
  const run = database.orm
    .select({ suiteKey: runs.suiteKey, agentParts: runs.agentParts })
    .from(runs)
    .where(eq(runs.id, runId))
    .get();
  if (run === undefined) return undefined;
  const attemptRows = selectRows(database.sqlite, 'attempts', caseRowColumns, 'WHERE run_id = ? ORDER BY last_seq').all(
    runId,
  );
  const rows = new Map<CaseKey, CaseRow>();
  for (const { attempt, turns, status, setAside, decision, score, ...caseFields } of attemptRows) {
    const key = caseKey(caseFields.suiteKey, caseFields.id);
    const row: CaseRow = rows.get(key) ?? { ...caseFields, setAside: toExclusionOfCase(setAside), attempts: [] };
    row.attempts.push({
      attempt,
      turns,
      status,
      setAside: setAside ?? undefined,
      decision: decision ?? undefined,
      score,
    });
    rows.set(key, row);
  }
  const suites = parseAgentParts(run.agentParts).map((agent) => ({ key: run.suiteKey, ...agent }));
  return { runId, suites, rows: [...rows.values()], counts: countAttemptRows(attemptRows) };
}

function countAttemptRows(rows: readonly Pick<StoredRow<'attempts'>, 'status' | 'setAside'>[]): RunToCompare['counts'] {
  return countAttempts(rows.map(({ status, setAside }) => ({ status, setAside: setAside ?? undefined })));
}
