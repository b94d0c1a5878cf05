import { eq } from 'drizzle-orm';
import { runs } from '../../../drizzle/schema/index.ts';
import type { CaseStatus } from '../../contract/index.ts';
import {
  type AttemptRow,
  type CaseKey,
  type CaseRow,
  caseKey,
  countAttempts,
  setAsideOfCase,
} from '../../fold/index.ts';
import type { ComparedSide } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { madeAgents } from '../runs/agent-parts.ts';

type Row = Pick<CaseRow, 'suiteKey' | 'id' | 'hash' | 'kind'> &
  Pick<AttemptRow, 'attempt' | 'turns'> & {
    status: CaseStatus;
    setAside: NonNullable<AttemptRow['setAside']> | null;
    decision: NonNullable<AttemptRow['decision']> | null;
    score: number | null;
  };

/** Returns the standings of a run's cases, without their texts: enough to compare even a hundred thousand cases. */
export function runStandings(database: Database, runId: string): ComparedSide | undefined {
  const run = database.orm
    .select({ suiteKey: runs.suiteKey, agentParts: runs.agentParts })
    .from(runs)
    .where(eq(runs.id, runId))
    .get();
  if (run === undefined) return undefined;
  const found = database.sqlite
    .prepare<[string], Row>(
      `SELECT suite_key AS suiteKey, case_id AS id, case_hash AS hash, kind, attempt, turns, status, score,
              set_aside AS setAside, decision
       FROM attempts WHERE run_id = ? ORDER BY last_seq`,
    )
    .all(runId);
  const rows = new Map<CaseKey, CaseRow>();
  for (const { attempt, turns, status, setAside, decision, score, ...place } of found) {
    const key = caseKey(place.suiteKey, place.id);
    const row: CaseRow = rows.get(key) ?? { ...place, setAside: setAsideOfCase(setAside), attempts: [] };
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
  const suites = madeAgents(run.agentParts).map((agent) => ({ key: run.suiteKey, ...agent }));
  return { runId, suites, rows: [...rows.values()], counts: countOf(found) };
}

function countOf(found: readonly Row[]): ComparedSide['counts'] {
  return countAttempts(found.map(({ status, setAside }) => ({ status, setAside: setAside ?? undefined })));
}
