import { type CaseKey, type CaseRow, caseKey, countAttemptsOfRow, parseCaseKey } from '../../fold/index.ts';
import { countJudged, type RunToCompare, type TrialCounts } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { selectRows } from '../db/select.ts';
import { storedBeforeCondition } from '../order/stored-before.ts';
import { CASE_KEY_SQL } from '../read/read-outcomes.ts';
import { completeRunCondition } from '../runs/complete-runs.ts';
import { seriesCondition } from '../runs/series.ts';

/**
 * The maximum number of attempts per case that are used as evidence of its earlier results, including those of the base
 * run.
 */
const MAX_ATTEMPTS = 50;
/**
 * The maximum number of runs that are searched for a case, so that the search for a case that hardly any run contains
 * ends soon.
 */
const MAX_RUNS = 100;

type BaseAndHead = { base: RunToCompare; head: RunToCompare };
type CaseTrial = { key: CaseKey; hash: string; passed: number; judged: number };

/**
 * Collects evidence of how cases did before the base run: attempts with the same content from older complete runs of
 * its series, newest first. Each case gets up to 50 attempts, including those of the base run. Runs between base and
 * head are excluded, because a case that started to fail in between would look as if it had always failed. Cases with
 * equal results in both runs need no evidence.
 */
export function collectOlderTrials(database: Database, { base, head }: BaseAndHead): Map<CaseKey, TrialCounts> {
  const { sqlite } = database;
  const limits = limitTrialsOfChangedCases(base, head);
  const trials = new Map<CaseKey, TrialCounts>();
  if (limits.size === 0) return trials;
  const run = selectRows(sqlite, 'runs', ['suiteKey', 'agentId', 'connector', 'simulator'], 'WHERE id = ?').get(
    base.runId,
  );
  if (run === undefined) return trials;
  const olderRunIds = selectRows(
    sqlite,
    'runs',
    'id',
    `WHERE ${seriesCondition()} AND ${completeRunCondition()} AND deleted_at IS NULL AND ${storedBeforeCondition()} AND id <> :head
     ORDER BY ordinal DESC LIMIT ${MAX_RUNS}`,
  ).all({ ...run, before: base.runId, head: head.runId });
  const batchSize = computeOlderRunBatchSize(base);
  for (let start = 0; start < olderRunIds.length && limits.size > 0; start += batchSize) {
    const batch = olderRunIds.slice(start, start + batchSize);
    const talliesOf =
      limits.size * SEQUENTIAL_CASES_PER_LOOKUP > base.rows.length
        ? createTrialReader(database)
        : createLimitedTrialReader(database, batch, limits);
    for (const id of batch) {
      if (limits.size === 0) break;
      for (const row of talliesOf(id)) addTrialsUpToLimit(row, limits, trials);
    }
  }
  return trials;
}

/** Looking up one case takes as long as reading this number of cases of a run sequentially. */
const SEQUENTIAL_CASES_PER_LOOKUP = 4;

/**
 * The number of older runs to read at once: enough to reach the maximum number of attempts if each run has as many per
 * case as the base run.
 */
function computeOlderRunBatchSize({ rows }: RunToCompare): number {
  const attempts = rows.reduce((maxAttempts, row) => Math.max(maxAttempts, row.attempts.length), 1);
  return Math.max(1, Math.ceil(MAX_ATTEMPTS / attempts) - 1);
}

const TRIAL_COLUMNS_SQL = `${CASE_KEY_SQL} AS key, case_hash AS hash, SUM(status = 'passed') AS passed, COUNT(*) AS judged`;
const IS_JUDGED_SQL = "status <> 'skipped' AND set_aside IS NULL";

function createTrialReader({ sqlite }: Database): (runId: string) => CaseTrial[] {
  const selectTrials = sqlite.prepare<[string], CaseTrial>(
    `SELECT ${TRIAL_COLUMNS_SQL} FROM attempts WHERE run_id = ? AND ${IS_JUDGED_SQL} GROUP BY suite_key, case_id`,
  );
  return (runId) => selectTrials.all(runId);
}

function createLimitedTrialReader(
  { sqlite }: Database,
  runIds: readonly string[],
  limits: ReadonlyMap<CaseKey, RemainingTrialLimit>,
): (runId: string) => CaseTrial[] {
  const rows = sqlite
    .prepare<unknown[], CaseTrial & { runId: string }>(
      `SELECT run_id AS runId, ${TRIAL_COLUMNS_SQL} FROM json_each(:cases) AS wanted CROSS JOIN attempts INDEXED BY attempts_by_case
         ON suite_key = wanted.value ->> 'suiteKey' AND case_id = wanted.value ->> 'caseId' AND run_id IN (SELECT value FROM json_each(:runIds))
       WHERE ${IS_JUDGED_SQL} GROUP BY run_id, suite_key, case_id`,
    )
    .all({
      cases: JSON.stringify(Array.from(limits.keys(), parseCaseKey)),
      runIds: JSON.stringify(runIds),
    });
  const byRun = Map.groupBy(rows, ({ runId }) => runId);
  return (runId) => byRun.get(runId) ?? [];
}

/** A case that does not have the maximum number of older attempts yet. `room` is the number that may still be added. */
type RemainingTrialLimit = { hash: string; room: number };

function addTrialsUpToLimit(
  { key, hash, passed, judged }: CaseTrial,
  limits: Map<CaseKey, RemainingTrialLimit>,
  trials: Map<CaseKey, TrialCounts>,
): void {
  const limit = limits.get(key);
  if (limit === undefined || limit.hash !== hash) return;
  // The attempts of one run have no order, so either all of them are added or none.
  if (judged > limit.room) {
    limits.delete(key);
    return;
  }
  const before = trials.get(key) ?? { passed: 0, judged: 0 };
  trials.set(key, { passed: before.passed + passed, judged: before.judged + judged });
  limit.room -= judged;
  if (limit.room === 0) limits.delete(key);
}

function limitTrialsOfChangedCases(base: RunToCompare, head: RunToCompare): Map<CaseKey, RemainingTrialLimit> {
  const newPassShares = new Map(head.rows.map((row) => [caseKey(row.suiteKey, row.id), computePassShare(row)]));
  return new Map(
    base.rows.flatMap((row): [CaseKey, RemainingTrialLimit][] => {
      const key = caseKey(row.suiteKey, row.id);
      if (newPassShares.get(key) === computePassShare(row)) return [];
      const maxOlderTrials = MAX_ATTEMPTS - countJudged(countAttemptsOfRow(row));
      return maxOlderTrials <= 0 ? [] : [[key, { hash: row.hash, room: maxOlderTrials }]];
    }),
  );
}

function computePassShare(row: CaseRow): number {
  const counts = countAttemptsOfRow(row);
  return counts.passed / countJudged(counts);
}
