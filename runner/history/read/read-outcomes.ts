import type { CaseStatus } from '../../contract/index.ts';
import type { CaseKey } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';

/**
 * The attempts of a run in the order in which they ended, as columns: there may be 100,000 of them, and reading a
 * column that SQLite aggregates into one text is much faster than reading rows.
 */
export type RunOutcomes = {
  cases: readonly CaseKey[];
  /**
   * The statuses of the attempts, as the first letter of each status; excluded attempts have the letter of `skipped`.
   */
  statuses: string;
  /** The durations of the attempts, in whole milliseconds. */
  durations: readonly number[];
};

const statusByLetter: Readonly<Record<string, CaseStatus>> = {
  p: 'passed',
  f: 'failed',
  e: 'error',
  t: 'timeout',
  s: 'skipped',
};

/** The status of the attempt at an index of the columns. */
export function getAttemptStatusAt({ statuses }: Pick<RunOutcomes, 'statuses'>, index: number): CaseStatus {
  return statusByLetter[statuses[index] ?? ''] ?? 'skipped';
}

/** SQL for the `caseKey` of an attempt. */
export const CASE_KEY_SQL = 'suite_key || char(10) || case_id';

/** SQL for the durations of attempts, in whole milliseconds. */
export const DURATIONS_SQL = 'json_group_array(CAST(round(duration_ms) AS INTEGER))';

/** SQL condition: the attempt was judged and is not excluded from rates. */
export const IS_JUDGED_SQL = "status <> 'skipped' AND set_aside IS NULL";

type SerializedOutcomes = { cases: string; statuses: string | null; durations: string };

/**
 * Reads the outcomes of runs. Runs that are read one after the other share one list of cases if they judged the same
 * cases in the same order; this saves memory.
 */
export function createOutcomeReader({ sqlite }: Pick<Database, 'sqlite'>): (runId: string) => RunOutcomes {
  const findOutcomes = sqlite.prepare<[string], SerializedOutcomes>(
    `SELECT json_group_array(case_key) AS cases, group_concat(iif(set_aside IS NULL, substr(status, 1, 1), 's'), '') AS statuses,
            ${DURATIONS_SQL} AS durations
     FROM (SELECT ${CASE_KEY_SQL} AS case_key, status, set_aside, duration_ms FROM attempts WHERE run_id = ? ORDER BY last_seq)`,
  );
  let last: { text: string | undefined; cases: readonly CaseKey[] } = { text: undefined, cases: [] };
  return (runId) => {
    const texts = findOutcomes.get(runId);
    if (texts?.cases !== last.text) last = { text: texts?.cases, cases: parseList<CaseKey>(texts?.cases) };
    return {
      cases: last.cases,
      statuses: texts?.statuses ?? '',
      durations: parseList<number>(texts?.durations),
    };
  };
}

/** The content of the cases that a run judged, as hashes by case. */
export function createContentReader({ sqlite }: Pick<Database, 'sqlite'>): (runId: string) => Map<CaseKey, string> {
  const findOutcomes = sqlite
    .prepare<[string], [CaseKey, string]>(
      `SELECT ${CASE_KEY_SQL}, case_hash FROM attempts WHERE run_id = ? AND ${IS_JUDGED_SQL}`,
    )
    .raw();
  return (runId) => new Map(findOutcomes.all(runId));
}

/**
 * Parses a list. SQLite aggregated this JSON from columns with enforced types, so the parsed values have those types.
 */
function parseList<Value>(text: string | undefined): readonly Value[] {
  return text === undefined ? [] : JSON.parse(text);
}
