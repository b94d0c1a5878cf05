import type { CaseStatus } from '../../contract/index.ts';
import type { CaseKey } from '../../fold/index.ts';
import type { Database } from '../db/index.ts';

/**
 * The attempts of a run in the order in which they ended, as columns: there may be a hundred thousand, and SQLite makes
 * one text of a column in a fraction of the time that as many rows take.
 */
export type Outcomes = {
  cases: readonly CaseKey[];
  /** The first letters of the statuses; of attempts that are set aside, that of skipped ones. */
  statuses: string;
  /** In whole milliseconds. */
  durations: readonly number[];
};

/** Further measures of an attempt. */
export type Measures = {
  turns: readonly number[];
  /** 0 where nobody counted them. */
  tokens: readonly number[];
  costs: readonly (number | null)[];
  scores: readonly (number | null)[];
};

const statusOf: Readonly<Record<string, CaseStatus>> = {
  p: 'passed',
  f: 'failed',
  e: 'error',
  t: 'timeout',
  s: 'skipped',
};

/** The status of the attempt at a place of the columns. */
export function statusAt({ statuses }: Pick<Outcomes, 'statuses'>, place: number): CaseStatus {
  return statusOf[statuses[place] ?? ''] ?? 'skipped';
}

/** Makes in SQL the key that `caseKey` makes: the key of an attempt's case. */
export const CASE_KEY = 'suite_key || char(10) || case_id';

/** Says in SQL that an attempt counts: it was judged, and is not set aside. */
export const IS_JUDGED = "status <> 'skipped' AND set_aside IS NULL";

type OutcomeTexts = { cases: string; statuses: string | null; durations: string };

/** Runs that judged the same cases in the same order one after the other have one list of cases in common. */
export function createOutcomeReader({ sqlite }: Pick<Database, 'sqlite'>): (runId: string) => Outcomes {
  const find = sqlite.prepare<[string], OutcomeTexts>(
    `SELECT json_group_array(${CASE_KEY}) AS cases, group_concat(iif(set_aside IS NULL, substr(status, 1, 1), 's'), '') AS statuses,
            json_group_array(CAST(round(duration_ms) AS INTEGER)) AS durations
     FROM (SELECT * FROM attempts WHERE run_id = ? ORDER BY last_seq)`,
  );
  let last: { text: string | undefined; cases: readonly CaseKey[] } = { text: undefined, cases: [] };
  return (runId) => {
    const texts = find.get(runId);
    if (texts?.cases !== last.text) last = { text: texts?.cases, cases: list<CaseKey>(texts?.cases) };
    return {
      cases: last.cases,
      statuses: texts?.statuses ?? '',
      durations: list<number>(texts?.durations),
    };
  };
}

/** The content of the cases that a run judged, as hashes by case. */
export function createContentReader({ sqlite }: Pick<Database, 'sqlite'>): (runId: string) => Map<CaseKey, string> {
  const find = sqlite
    .prepare<[string], [CaseKey, string]>(
      `SELECT ${CASE_KEY}, case_hash FROM attempts WHERE run_id = ? AND ${IS_JUDGED}`,
    )
    .raw();
  return (runId) => new Map(find.all(runId));
}

type MeasureTexts = { turns: string; tokens: string; costs: string; scores: string };

/** In the same order as the outcomes. */
export function createMeasureReader({ sqlite }: Pick<Database, 'sqlite'>): (runId: string) => Measures {
  const find = sqlite.prepare<[string], MeasureTexts>(
    `SELECT json_group_array(turns) AS turns, json_group_array(input_tokens + output_tokens) AS tokens,
            json_group_array(cost) AS costs, json_group_array(score) AS scores
     FROM (SELECT * FROM attempts WHERE run_id = ? ORDER BY last_seq)`,
  );
  return (runId) => {
    const texts = find.get(runId);
    return {
      turns: list<number>(texts?.turns),
      tokens: list<number>(texts?.tokens),
      costs: list<number | null>(texts?.costs),
      scores: list<number | null>(texts?.scores),
    };
  };
}

/** SQLite has made the text of columns whose type it holds to, so it has the type that they say. */
function list<Value>(text: string | undefined): readonly Value[] {
  return text === undefined ? [] : JSON.parse(text);
}
