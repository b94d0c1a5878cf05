import type { CaseResult, CaseStatus } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';
import { createStoredResultReader } from '../log/stored-result.ts';
import { countHits, type HitCounts } from './count-hits.ts';
import { makeExcerpt, type SearchExcerpt } from './excerpt.ts';
import { buildMatchingPassagesQuery, type NarrowedScope } from './matching-passages.ts';
import { narrowSearch } from './narrow-search.ts';
import { parseSearch, type SearchCondition } from './parse-search.ts';
import { buildPassagesOfResult } from './passages-of-result.ts';

/** A turn that a search has found. Turn 0 means the whole attempt. */
export type SearchHit = SearchExcerpt & {
  /** The id of the passage. Results are sorted by it, the highest first. */
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

export type SearchResults = {
  /** The hits, newest first. */
  hits: SearchHit[];
  /** True if there are more results; request them with `before` set to the last `id`. */
  isMore: boolean;
  /** The numbers of hits by suite, agent and status, without the limits of `only`. Set on the first page only. */
  counts?: HitCounts | undefined;
};

/** Limits hits to a suite, to an agent by its name with its connector, or to a status. */
export type HitFilter = { suite?: string | undefined; agent?: string | undefined; status?: CaseStatus | undefined };

export type SearchRequest = {
  text: string;
  runId?: string | undefined;
  before?: number | undefined;
  only?: HitFilter;
};

const HITS_PER_PAGE = 50;

type HitRow = Omit<SearchHit, 'field' | 'parts'> & { lastSeq: number };

/** Searches the texts and calls of one run, or of all runs. Throws an `AppError` if the query is invalid. */
export function searchHistory(database: Database, { text, runId, before, only = {} }: SearchRequest): SearchResults {
  const { match, conditions, needles } = parseSearch(text);
  const scope = { match, conditions: [...conditions, ...buildHitFilterConditions(only)], runId, before };
  let rows: HitRow[] = [];
  for (const narrowedSearch of narrowSearch(database, scope)) {
    rows = readNewestHits(database, { ...scope, narrowing: narrowedSearch });
    if (rows.length > HITS_PER_PAGE) break;
  }
  const visibleRows = rows.slice(0, HITS_PER_PAGE);
  const excerpts = createExcerptReader(database, needles);
  return {
    hits: visibleRows.map(({ lastSeq, ...row }) => {
      const { status = row.status, ...excerpt } = excerpts(row.runId, lastSeq, row.turn);
      return { ...row, status, ...excerpt };
    }),
    isMore: rows.length > visibleRows.length,
    ...(before === undefined && { counts: countHits(database, { match, conditions, runId }) }),
  };
}

function buildHitFilterConditions({ suite, agent, status }: HitFilter): SearchCondition[] {
  return [
    ...(suite === undefined ? [] : [{ sql: 'a.suite_key = ?', value: suite }]),
    // Compares with the displayed name of an agent, which includes its connector.
    ...(agent === undefined ? [] : [{ sql: "r.agent_id || coalesce(' @ ' || r.connector, '') = ?", value: agent }]),
    ...(status === undefined ? [] : [{ sql: 'a.status = ?', value: status }]),
  ];
}

function readNewestHits({ sqlite }: Database, scope: NarrowedScope): HitRow[] {
  const { sql, values } = buildMatchingPassagesQuery(scope);
  return sqlite
    .prepare<unknown[], HitRow>(
      `SELECT p.id, p.turn, p.last_seq AS lastSeq, r.id AS runId, r.agent_id AS agentId, r.connector, a.suite_key AS suiteKey, a.case_id AS caseId,
              a.attempt, a.status, a.started_at AS startedAt
       ${sql} ORDER BY said.rowid DESC LIMIT ${HITS_PER_PAGE + 1}`,
    )
    .all(...values);
}

function createExcerptReader(
  database: Database,
  needles: readonly string[],
): (runId: string, lastSeq: number, turn: number) => SearchExcerpt & { status?: CaseStatus } {
  const resultAt = createStoredResultReader(database);
  let last:
    | { key: string; result: CaseResult | undefined; passages: ReturnType<typeof buildPassagesOfResult> }
    | undefined;
  return (runId, lastSeq, turn) => {
    const key = `${runId} ${lastSeq}`;
    if (last?.key !== key) {
      const result = resultAt(runId, lastSeq)?.result;
      last = { key, result, passages: result === undefined ? [] : buildPassagesOfResult(result) };
    }
    const { result } = last;
    if (result?.unreadable !== undefined) {
      return { status: result.status, field: 'failures', parts: [{ text: result.error ?? '', isHit: false }] };
    }
    const passage = last.passages.find((each) => each.turn === turn);
    return passage === undefined ? { field: 'agent', parts: [] } : makeExcerpt(passage, needles);
  };
}
