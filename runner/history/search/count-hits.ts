import type { CaseStatus } from '../../contract/index.ts';
import type { Database } from '../db/index.ts';
import { buildMatchingPassagesQuery } from './matching-passages.ts';
import { narrowSearch, type SearchScope } from './narrow-search.ts';

/** The number of hits with the same suite, agent and status. */
export type HitCount = {
  suiteKey: string;
  agentId: string;
  connector: string | null;
  status: CaseStatus;
  count: number;
};

/** `isCut` is true if only the newest hits were counted, so that there may be more. */
export type HitCounts = { groups: HitCount[]; isCut: boolean };

/**
 * The maximum number of hits that are counted. Counting more would keep the server busy for longer than a person waits
 * for a search.
 */
const MAX_COUNTED = 20_000;

/** Counts the hits of a search, at most the newest `maxHits`. */
export function countHits(database: Database, scope: SearchScope, maxHits = MAX_COUNTED): HitCounts {
  const narrowedSearch = [...narrowSearch(database, scope)].at(-1);
  if (narrowedSearch === undefined) return { groups: [], isCut: false };
  const { sql, values } = buildMatchingPassagesQuery({ ...scope, narrowing: narrowedSearch });
  const groups = database.sqlite
    .prepare<unknown[], HitCount>(
      `SELECT suiteKey, agentId, connector, status, count(*) AS count FROM (
         SELECT a.suite_key AS suiteKey, r.agent_id AS agentId, r.connector, a.status ${sql}
         ORDER BY said.rowid DESC LIMIT ?)
       GROUP BY suiteKey, agentId, connector, status ORDER BY count DESC, suiteKey, agentId, connector, status`,
    )
    .all(...values, maxHits);
  return { groups, isCut: groups.reduce((sum, { count }) => sum + count, 0) === maxHits };
}
