import { type CaseRow, caseKey, joinSuites, type RunState, rowCounts } from '../../../runner/fold/index.ts';
import {
  type CaseOfRun,
  type CasePast,
  countJudged,
  pastOf,
  type RunSetting,
  worseCasesOf,
} from '../../../runner/verdict/index.ts';
import type { Database } from '../../db/index.ts';
import { madeAgents } from '../trends/agent-parts.ts';
import { IS_JUDGED } from './read-outcomes.ts';
import { ranSeries } from './series.ts';
import { wholeRun } from './whole-runs.ts';

/** As many runs as have the attempts that say how steady a case is. */
const MOST_RUNS = 50;
/** A large run looks less far back. */
const MOST_ATTEMPTS = 200_000;
/** Looking a case up takes as long as reading so many in a row. */
const LOOKED_UP = 4;

/** How cases that fail in a run did in the whole runs of its series before, by the key of the case; those without a past are left out. */
export function casePasts(database: Database, run: RunState, failing: readonly CaseRow[]): Map<string, CasePast> {
  const change = run.summary?.change;
  const newlyFailing = new Set(
    change && worseCasesOf(change).newlyFailing.map(({ suiteKey, id }) => caseKey(suiteKey, id)),
  );
  const pasts = new Map<string, CasePast>();
  for (const [suiteKey, rows] of Map.groupBy(failing, (row) => row.suiteKey)) {
    const earlier = outcomesBefore(database, run, { suiteKey, rows });
    for (const row of rows) {
      const key = caseKey(suiteKey, row.id);
      const isNewlyFailing = newlyFailing.has(key);
      const past = pastOf(outcomeNow(run, row), earlier.get(row.id) ?? [], { isNewlyFailing });
      if (past !== undefined) pasts.set(key, past);
    }
  }
  return pasts;
}

function outcomeNow(run: RunState, row: CaseRow): CaseOfRun {
  const counts = rowCounts(row);
  const { runId, startedAt = 0, suites, gitCommit = null, toolVersion = '' } = run;
  return {
    run: { runId, startedAt, agents: suites, gitCommit, toolVersion },
    hash: row.hash,
    passed: counts.passed,
    judged: countJudged(counts),
    isGood: false,
  };
}

type SuiteRows = { suiteKey: string; rows: readonly CaseRow[] };
type Outcome = { runId: string; caseId: string; hash: string; passed: number; judged: number; good: number | null };

/** By case, newest run first. */
function outcomesBefore(database: Database, run: RunState, { suiteKey, rows }: SuiteRows): Map<string, CaseOfRun[]> {
  const runs = runsBefore(database, run, suiteKey);
  const wanted = new Set(rows.map(({ id }) => id));
  const isFew = wanted.size * LOOKED_UP < run.rows.length;
  const found = database.sqlite
    .prepare<unknown[], Outcome>(
      `SELECT run_id AS runId, case_id AS caseId, case_hash AS hash, SUM(status = 'passed') AS passed, COUNT(*) AS judged,
              MAX(decision = 'good') AS good
       FROM attempts WHERE ${isFew ? '+' : ''}run_id IN (SELECT value FROM json_each(:runIds)) AND suite_key = :suiteKey
         ${isFew ? 'AND case_id IN (SELECT value FROM json_each(:ids))' : ''} AND ${IS_JUDGED}
       GROUP BY run_id, case_id`,
    )
    .all({ suiteKey, runIds: JSON.stringify([...runs.keys()]), ids: JSON.stringify([...wanted]) });
  const byRun = Map.groupBy(found, ({ runId }) => runId);
  const byCase = new Map<string, CaseOfRun[]>();
  for (const [runId, setting] of runs) {
    for (const { caseId, hash, passed, judged, good } of byRun.get(runId) ?? []) {
      if (!wanted.has(caseId)) continue;
      const outcomes = byCase.get(caseId) ?? [];
      byCase.set(caseId, outcomes);
      outcomes.push({ run: setting, hash, passed, judged, isGood: good === 1 });
    }
  }
  return byCase;
}

type RunRow = Omit<RunSetting, 'agents'> & { agentParts: string | null };

/** The newest whole runs of the suite's series that began before, newest first. */
function runsBefore({ sqlite }: Database, run: RunState, suiteKey: string): Map<string, RunSetting> {
  const { agentId, connector } = run.suites.find(({ key }) => key === suiteKey) ?? joinSuites(run.suites);
  const limit = Math.max(5, Math.min(MOST_RUNS, Math.floor(MOST_ATTEMPTS / run.rows.length)));
  const rows = sqlite
    .prepare<unknown[], RunRow>(
      `SELECT id AS runId, started_at AS startedAt, git_commit AS gitCommit, tool_version AS toolVersion, agent_parts AS agentParts
       FROM runs r WHERE ${ranSeries('r')} AND ${wholeRun('r')} AND deleted_at IS NULL
         AND started_at < :startedAt AND id <> :runId
       ORDER BY started_at DESC, id DESC LIMIT ${limit}`,
    )
    .all({
      ...{ suiteKey, agentId, connector: run.options?.connector ?? connector ?? null },
      ...{ runId: run.runId, startedAt: run.startedAt ?? Number.MAX_SAFE_INTEGER },
    });
  return new Map(
    rows.map(({ agentParts, ...row }) => [
      row.runId,
      { ...row, agents: madeAgents(agentParts === null ? null : JSON.parse(agentParts)) },
    ]),
  );
}
