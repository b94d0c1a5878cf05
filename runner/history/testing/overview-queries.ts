import type { Database } from '../db/index.ts';
import {
  buildOverview,
  listLabelledAttempts,
  type RunMatrix,
  readMatrix,
  readModelMatrix,
  unpinBaseline,
} from '../index.ts';
import { listSeries } from '../overview/list-series.ts';
import { readOpenTasksAndCosts } from '../overview/tasks-and-costs.ts';
import { findRelatedRuns } from '../read/related-runs.ts';
import { listSeriesOfSuite } from '../runs/series-of-suite.ts';
import { shopSuite } from './prepared-history.ts';
import { type HistoryAction, queryAfterSql } from './prove-conditions.ts';

const { suiteKey } = shopSuite;
const now = 1_700_100_000_000;

/**
 * SQL that makes all attempts failed conversations, copies one attempt to a second suite and to a further attempt, and
 * reviews it.
 */
const attemptsToReview = `
  UPDATE attempts SET status = 'failed', set_aside = NULL, turns = 1;
  CREATE TEMP TABLE copied AS SELECT * FROM attempts WHERE run_id = 'whole-1' AND case_id = 'A' LIMIT 1;
  DELETE FROM reviews; INSERT INTO reviews SELECT run_id, suite_key, case_id, attempt, 'ann', 'bad', '', 1 FROM copied;
  UPDATE copied SET suite_key = 'tests/copied.jsonl', last_seq = last_seq + 100000;
  INSERT INTO attempts SELECT * FROM copied;
  UPDATE copied SET suite_key = '${suiteKey}', attempt = attempt + 7, last_seq = last_seq + 100000;
  INSERT INTO attempts SELECT * FROM copied;
  UPDATE attempts SET turns = 0 WHERE run_id = 'whole-2' AND case_id = 'A';
  UPDATE attempts SET set_aside = 'quarantine' WHERE run_id = 'whole-2' AND case_id = 'B';
  UPDATE attempts SET set_aside = 'repeat' WHERE run_id = 'whole-3' AND case_id = 'B';
  UPDATE attempts SET status = 'error' WHERE run_id = 'whole-3' AND case_id = 'A'`;

/** SQL that adds costs to runs, and makes half of the runs older than seven days. */
const ADD_RUN_COSTS_SQL = `
  UPDATE runs SET figures = json_set(figures, '$.spent', json('{"amount":1,"isPartlyKnown":false}')) WHERE figures IS NOT NULL;
  UPDATE runs SET started_at = started_at - 30 * 86400000 WHERE id LIKE 'late-%'`;

const relatedAttempt = { runId: 'whole-1', suiteKey, caseId: 'A', attempt: 1 };

/** Adds runs whose options refer to the attempt, and runs whose options differ from these in one field. */
const relatedOptions = [
  {},
  { runId: 'whole-2' },
  { suiteKey: 'tests/other.jsonl' },
  { caseId: 'B' },
  { attempt: 2 },
  { content: 'other' },
  { message: 'Hello' },
  {},
]
  .map((other, index) => {
    const option = JSON.stringify({ ...relatedAttempt, content: 'same', ...other });
    const id = ['whole', 'suite', 'agent', 'connector', 'tags', 'cases', 'pattern', 'shard'][index];
    return `UPDATE runs SET options = json_set(options, '$.fork', json('${option}'), '$.bisect', json('${option}')) WHERE id = 'late-${id}'`;
  })
  .join(';');

function readRelatedRuns(db: Database): unknown {
  return findRelatedRuns(db, { ...relatedAttempt, caseHash: 'same', content: 'same' });
}

export function readMatrixByModel(db: Database): RunMatrix {
  return readMatrix(db, { ...shopSuite, by: 'models', runs: [] });
}

/** Queries for the first page of the dashboard, and queries of experiments. */
export const queriesOfOverview: Record<string, HistoryAction> = {
  'the first page': (db) => buildOverview(db, { now: 1_700_000_000_000 + 8 * 86_400_000, causesOf: () => undefined }),
  'all series': listSeries,
  'all series without deleted runs of several suites': queryAfterSql(
    'UPDATE runs SET deleted_at = 1 WHERE suites IS NOT NULL',
    listSeries,
  ),
  'all series without forks of several suites': queryAfterSql(
    "UPDATE runs SET options = json_set(options, '$.fork', json('{}')) WHERE suites IS NOT NULL",
    listSeries,
  ),
  'what waits for a person': queryAfterSql(attemptsToReview, (db) =>
    readOpenTasksAndCosts(db, ['whole-1', 'whole-2', 'whole-3', 'late-whole'], now),
  ),
  'the cost of a week': queryAfterSql(ADD_RUN_COSTS_SQL, (db) => readOpenTasksAndCosts(db, [], now)),
  'the series of one suite': queryAfterSql(
    "UPDATE runs SET agent_id = 'only-there' WHERE suite_key = 'tests/other.jsonl'",
    (db) => listSeriesOfSuite(db, suiteKey),
  ),
  'the models of one user': queryAfterSql(
    `UPDATE runs SET simulator = 'agent x' WHERE id IN ('early-whole', 'late-interrupted');
     UPDATE runs SET deleted_at = 1 WHERE id = 'late-simulator'`,
    readModelMatrix,
  ),
  'the versions of an agent that one user talked to': queryAfterSql(
    `UPDATE runs SET agent_parts = json_object('shop', json_object('prompts', id));
     UPDATE runs SET simulator = 'agent x' WHERE id = 'whole-4'`,
    (db) => readMatrix(db, { ...shopSuite, by: 'versions', runs: [] }),
  ),
  'a matrix of runs with several suites': (db) =>
    readMatrix(db, { ...shopSuite, suiteKey: '', by: 'models', runs: ['whole-1', 'late-whole'] }),
  'attempts with the verdicts of people': queryAfterSql(
    `UPDATE attempts SET case_hash = 'same'; UPDATE attempts SET case_hash = 'other' WHERE run_id = 'late-tags';
     UPDATE attempts SET first_seq = last_seq - 1 WHERE run_id IN ('late-tags', 'late-cancelled');
     UPDATE attempts SET status = 'skipped' WHERE run_id IN ('late-tags', 'late-cancelled') AND attempt = 1`,
    (db) => ['A', 'B'].map((caseId) => listLabelledAttempts(db, { suiteKey, caseId, caseHash: 'same', limit: 100 })),
  ),
  'a pin of another user': queryAfterSql("UPDATE baselines SET simulator = 'agent x'", (db) => {
    unpinBaseline(db, shopSuite);
    return db.sqlite.prepare('SELECT * FROM baselines').all();
  }),
  'runs about an attempt': queryAfterSql(
    `${relatedOptions}; UPDATE runs SET deleted_at = 1 WHERE id = 'late-shard'`,
    readRelatedRuns,
  ),
  'runs with a case': queryAfterSql(
    `UPDATE attempts SET case_hash = 'same'; UPDATE attempts SET case_hash = 'other' WHERE run_id = 'late-tags';
     DELETE FROM attempts WHERE run_id = 'late-cases' AND case_id = 'A'`,
    readRelatedRuns,
  ),
};
