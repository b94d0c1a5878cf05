import { type AttemptRow, type CaseKey, type CaseRow, caseKey } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { readEvents } from './read-events.ts';

/**
 * Reads the cases of a finished run that have attempts, with the statuses of these attempts. Reads only the events that
 * announce cases, because folding all events takes seconds for a thousand attempts; so the rows lack the findings and
 * faults of attempts. Returns undefined if an attempt belongs to no announced case, as in a damaged log.
 */
export function readCaseRows(database: Database, runId: string): CaseRow[] | undefined {
  const attempts = readAttempts(database, runId);
  const rows: CaseRow[] = [];
  for (const event of readEvents(database, runId, { afterSeq: 0, types: ['run.started', 'cases.announced'] })) {
    if (event.type !== 'run.started' && event.type !== 'cases.announced') continue;
    for (const announcedCase of event.cases) {
      const key = caseKey(announcedCase.suiteKey, announcedCase.id);
      const ownAttempts = attempts.get(key);
      if (ownAttempts === undefined) continue;
      attempts.delete(key);
      rows.push({ ...announcedCase, attempts: ownAttempts });
    }
    if (attempts.size === 0) return rows;
  }
  return attempts.size === 0 ? rows : undefined;
}

function readAttempts({ sqlite }: Database, runId: string): Map<CaseKey, AttemptRow[]> {
  const columns = ['suiteKey', 'caseId', 'attempt', 'status', 'turns', 'setAside', 'decision'] as const;
  const storedAttempts = selectRows(sqlite, 'attempts', columns, 'WHERE run_id = ? ORDER BY attempt').all(runId);
  const attempts = new Map<CaseKey, AttemptRow[]>();
  for (const { suiteKey, caseId, setAside, decision, ...outcome } of storedAttempts) {
    const row: AttemptRow = { ...outcome };
    if (setAside !== null) row.setAside = setAside;
    if (decision !== null) row.decision = decision;
    const key = caseKey(suiteKey, caseId);
    const ownAttempts = attempts.get(key);
    if (ownAttempts === undefined) attempts.set(key, [row]);
    else ownAttempts.push(row);
  }
  return attempts;
}
