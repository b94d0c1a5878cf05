import type { Database } from '../db/index.ts';
import { listRuns, type RunListItem } from './list-runs.ts';
import { type StableCases, stableCases } from './stable-cases.ts';
import { suiteTrends, type TrendPoint } from './suite-trends.ts';

/** The newest runs with what stands beside each of them in the list. */
export type RunsPage = {
  runs: RunListItem[];
  hasMore: boolean;
  /** The last runs of every suite in the list. */
  trends: Record<string, TrendPoint[]>;
  /** By run, for those with several attempts a case. */
  stability: Record<string, StableCases>;
};

export function runsPage(database: Database, { text, limit }: { text: string; limit: number }): RunsPage {
  const found = listRuns(database, { limit: limit + 1, text });
  const runs = found.slice(0, limit);
  const repeated = runs.filter(({ attempts, status }) => attempts > 1 && status !== 'running');
  return {
    runs,
    hasMore: found.length > limit,
    trends: suiteTrends(
      database,
      runs.map(({ suiteKey }) => suiteKey),
    ),
    stability: stableCases(
      database,
      repeated.map(({ runId }) => runId),
    ),
  };
}
