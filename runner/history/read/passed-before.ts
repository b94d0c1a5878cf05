import type { AttemptId } from '../../fold/index.ts';
import type { CasePast } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { select } from '../db/select.ts';
import { notForked } from '../runs/whole-runs.ts';
import { attemptsOfCase } from './attempts-of-case.ts';

/** The newest run that had a case with this id, whatever its suite. */
export function newestRunWith({ sqlite }: Database, caseId: string): string | undefined {
  return select(
    sqlite,
    'runs',
    'id',
    `WHERE deleted_at IS NULL AND ${notForked('runs')} AND EXISTS (SELECT 1 FROM attempts a WHERE a.run_id = runs.id AND a.case_id = ?)
     ORDER BY ordinal DESC LIMIT 1`,
  ).get(caseId);
}

/** Where the attempt is that a failed one is best read beside. */
export type PassedPlace = AttemptId & { runId: string };

/** The attempt of the same case that passed last: in the same run if it had several, else in the whole run that passed last. */
export function passedBefore(
  database: Database,
  { runId, past, ...key }: AttemptId & { runId: string; past: CasePast | undefined },
): PassedPlace | undefined {
  for (const run of [runId, past?.lastPassed?.runId]) {
    if (run === undefined) continue;
    const attempts = attemptsOfCase(database, run, key);
    const passed = attempts?.attempts.find(({ status }) => status === 'passed');
    if (attempts !== undefined && passed !== undefined) {
      return { runId: run, suiteKey: attempts.suiteKey, caseId: key.caseId, attempt: passed.attempt };
    }
  }
  return undefined;
}
