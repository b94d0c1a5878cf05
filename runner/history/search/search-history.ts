import type { CaseResult, CaseStatus } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';
import { createStoredResultReader } from '../log/stored-result.ts';
import { type Excerpt, makeExcerpt } from './excerpt.ts';
import { type NarrowedSearch, narrowSearch, type SearchScope } from './narrow-search.ts';
import { parseSearch } from './parse-search.ts';
import { passagesOfResult } from './passages-of-result.ts';

/** A turn that matches a search; turn 0 stands for the whole attempt. */
export type SearchHit = Excerpt & {
  /** The passage id; results are sorted by it, descending. */
  id: number;
  runId: string;
  suiteKey: string;
  caseId: string;
  attempt: number;
  turn: number;
  status: CaseStatus;
  startedAt: number;
  agentId: string;
  connector: string | null;
};

export type SearchAnswer = {
  /** Newest first. */
  hits: SearchHit[];
  /** There are more results: request those with `before` set to the last `id`. */
  isMore: boolean;
};

export type SearchRequest = { text: string; runId?: string | undefined; before?: number | undefined };

const TOGETHER = 50;

type HitRow = Omit<SearchHit, 'field' | 'parts'> & { lastSeq: number };

/** Searches what was said and done in one run or in all. Throws an `AppError` if the query is invalid. */
export function searchHistory(database: Database, { text, runId, before }: SearchRequest): SearchAnswer {
  const { match, conditions, needles } = parseSearch(text);
  let rows: HitRow[] = [];
  for (const narrowing of narrowSearch(database, { match, conditions, runId, before })) {
    rows = passagesWith(database, { match, conditions, runId, before, narrowing });
    if (rows.length > TOGETHER) break;
  }
  const visibleRows = rows.slice(0, TOGETHER);
  const excerpts = createExcerptReader(database, needles);
  return {
    hits: visibleRows.map(({ lastSeq, ...row }) => {
      const { status = row.status, ...excerpt } = excerpts(row.runId, lastSeq, row.turn);
      return { ...row, status, ...excerpt };
    }),
    isMore: rows.length > visibleRows.length,
  };
}

type NarrowedScope = SearchScope & { narrowing: NarrowedSearch };

function passagesWith({ sqlite }: Database, { match, conditions, runId, before, narrowing }: NarrowedScope): HitRow[] {
  const where = [
    'said MATCH ?',
    'r.deleted_at IS NULL',
    ...(runId === undefined ? [] : ['r.id = ?']),
    narrowing.sql,
    ...(before === undefined ? [] : ['said.rowid < ?']),
    ...conditions.map(({ sql }) => sql),
  ];
  const values = [
    match,
    ...(runId === undefined ? [] : [runId]),
    ...narrowing.values,
    ...(before === undefined ? [] : [before]),
    ...conditions.flatMap(({ value }) => (value === undefined ? [] : [value])),
  ];
  return sqlite
    .prepare<unknown[], HitRow>(
      `SELECT p.id, p.turn, p.last_seq AS lastSeq, r.id AS runId, r.agent_id AS agentId, r.connector, a.suite_key AS suiteKey, a.case_id AS caseId,
              a.attempt, a.status, a.started_at AS startedAt
       FROM said CROSS JOIN passages p ON p.id = said.rowid CROSS JOIN searched_runs s ON s.number = p.run
       CROSS JOIN runs r ON r.id = s.run_id CROSS JOIN attempts a ON a.run_id = s.run_id AND a.last_seq = p.last_seq
       WHERE ${where.join(' AND ')} ORDER BY said.rowid DESC LIMIT ${TOGETHER + 1}`,
    )
    .all(...values);
}

function createExcerptReader(
  database: Database,
  needles: readonly string[],
): (runId: string, lastSeq: number, turn: number) => Excerpt & { status?: CaseStatus } {
  const resultAt = createStoredResultReader(database);
  let last: { key: string; result: CaseResult | undefined; passages: ReturnType<typeof passagesOfResult> } | undefined;
  return (runId, lastSeq, turn) => {
    const key = `${runId} ${lastSeq}`;
    if (last?.key !== key) {
      const result = resultAt(runId, lastSeq)?.result;
      last = { key, result, passages: result === undefined ? [] : passagesOfResult(result) };
    }
    const { result } = last;
    if (result?.unreadable !== undefined) {
      return { status: result.status, field: 'failures', parts: [{ text: result.error ?? '', isHit: false }] };
    }
    const passage = last.passages.find((each) => each.turn === turn);
    return passage === undefined ? { field: 'agent', parts: [] } : makeExcerpt(passage, needles);
  };
}
