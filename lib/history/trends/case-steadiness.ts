import type { CaseRow, RunState } from '../../../runner/fold/index.ts';
import { type Steadiness, steadinessOf, type Trials } from '../../../runner/verdict/index.ts';
import type { Database } from '../../db/index.ts';
import { IS_JUDGED } from '../read/read-outcomes.ts';
import { ranSeries } from '../read/series.ts';
import { wholeRun } from '../read/whole-runs.ts';

/** More runs than have the attempts that steadiness looks at. */
const MOST_RUNS = 51;

/**
 * How steady a case was when a run ended: by the whole runs of its series up to that one that had it with the same
 * content. Nothing for a case that none of them judged.
 */
export function steadinessAt(
  { sqlite }: Database,
  { suites, options, startedAt }: RunState,
  { suiteKey, id, hash }: { suiteKey: string; id: string; hash: string },
): Steadiness | undefined {
  const suite = suites.find(({ key }) => key === suiteKey);
  if (suite === undefined) return undefined;
  const tallies = sqlite
    .prepare<unknown[], Trials>(
      `SELECT SUM(status = 'passed') AS passed, COUNT(*) AS judged FROM attempts
       WHERE suite_key = :suiteKey AND case_id = :id AND case_hash = :hash AND ${IS_JUDGED}
         AND +run_id IN (SELECT r.id FROM runs r
                         WHERE ${ranSeries('r')} AND ${wholeRun('r')} AND r.deleted_at IS NULL AND r.started_at <= :until)
       GROUP BY run_id ORDER BY MIN(started_at) DESC LIMIT ${MOST_RUNS}`,
    )
    .all({
      ...{ suiteKey, id, hash, until: startedAt ?? Number.MAX_SAFE_INTEGER },
      agentId: suite.agentId,
      connector: options?.connector ?? suite.connector ?? null,
    });
  return tallies.length === 0 ? undefined : steadinessOf(tallies);
}

/** Looking a case up takes about as long as reading it: reports of larger runs do without. */
const MOST_CASES = 2_000;

/** The run with how steady its cases are, where it repeated them: beside the class of one run, what all runs show. */
export function withSteadinessOfCases(database: Database, state: RunState): RunState {
  const { attempts = 1, autoRuns } = state.options ?? {};
  if (attempts === 1 || autoRuns !== undefined || state.rows.length > MOST_CASES) return state;
  const rows = state.rows.map((row): CaseRow => {
    const steadiness = steadinessAt(database, state, row);
    return steadiness === undefined ? row : { ...row, steadiness };
  });
  return { ...state, rows };
}
