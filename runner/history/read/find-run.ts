import { and, desc, isNull, like, type SQL } from 'drizzle-orm';
import { runs } from '../../../drizzle/schema/index.ts';
import type { Database } from '../db/index.ts';
import { isCompleteRun, isNoExperiment } from '../runs/complete-runs.ts';
import { getRun, type RunRecord } from './get-run.ts';

const MAX_LISTED_RUNS = 5;

export type FoundRun = { ok: true; run: RunRecord } | { ok: false; problem: string; details: string[] };

/** Finds a run by its id, an unambiguous prefix of its id, or `latest`. The latest run is never an experiment. */
export function findRun(database: Database, reference: string): FoundRun {
  return findRunByPrefix(database, reference, () => listNewestRuns(database, '', 1, isNoExperiment));
}

/**
 * Like `findRun`, for comparisons: `latest` is the newest complete run, because partial runs do not represent the suite.
 */
export function findBaselineRun(database: Database, reference: string): FoundRun {
  return findRunByPrefix(database, reference, () => listNewestRuns(database, '', 1, isCompleteRun));
}

function findRunByPrefix(database: Database, reference: string, listLatestRuns: () => RunRow[]): FoundRun {
  const prefix = reference.trim().toLowerCase();
  const matching = prefix === 'latest' ? listLatestRuns() : listRunsWithIdPrefix(database, prefix);
  const [first, second] = matching;
  const exact = matching.find((row) => row.id.toLowerCase() === prefix) ?? (second === undefined ? first : undefined);
  const run = exact === undefined ? undefined : getRun(database, exact.id);
  if (run !== undefined) return { ok: true, run };
  if (first !== undefined) {
    return { ok: false, problem: `several runs begin with "${reference}"`, details: matching.map(describeRun) };
  }
  return createRunNotFoundResult(database, reference);
}

type RunRow = Pick<typeof runs.$inferSelect, 'id' | 'suiteKey' | 'status' | 'startedAt'>;

function createRunNotFoundResult(database: Database, reference: string): FoundRun {
  const recentRuns = listNewestRuns(database, '', MAX_LISTED_RUNS);
  if (recentRuns.length === 0) return { ok: false, problem: 'the history has no runs', details: [] };
  const details = ['the latest runs:', ...recentRuns.map(describeRun)];
  if (reference.trim().toLowerCase() === 'latest') {
    return {
      ok: false,
      problem: 'every run was stopped or ran only some of the cases, so there is no latest one',
      details,
    };
  }
  return { ok: false, problem: `no run has the id "${reference}"`, details };
}

/** Run ids contain only these characters, so a prefix of an id needs no escaping in SQL. */
function listRunsWithIdPrefix(database: Database, start: string): RunRow[] {
  return /^[a-z0-9-]+$/.test(start) ? listNewestRuns(database, start, MAX_LISTED_RUNS) : [];
}

function listNewestRuns(database: Database, start: string, limit: number, condition?: SQL): RunRow[] {
  return database.orm
    .select({ id: runs.id, suiteKey: runs.suiteKey, status: runs.status, startedAt: runs.startedAt })
    .from(runs)
    .where(and(like(runs.id, `${start}%`), isNull(runs.deletedAt), condition))
    .orderBy(desc(runs.ordinal))
    .limit(limit)
    .all();
}

function describeRun({ id, suiteKey, status, startedAt }: RunRow): string {
  return `${id}  ${new Date(startedAt).toISOString()}  ${status}  ${suiteKey}`;
}
