import type { Database } from '../../db/index.ts';

/** A suite or agent with how many finished runs it has. */
export type TrendChoice = { key: string; runs: number };

type Row = { suiteKey: string; agentId: string; runs: number };

/** Returns the suites and agents that have finished runs; the suite that ran last comes first. */
export function trendChoices({ sqlite }: Database): Row[] {
  return sqlite
    .prepare<[], Row>(
      `SELECT suite_key AS suiteKey, agent_id AS agentId, COUNT(*) AS runs FROM runs
       WHERE deleted_at IS NULL AND status <> 'running'
       GROUP BY suite_key, agent_id ORDER BY MAX(started_at) DESC`,
    )
    .all();
}

export function suitesOf(rows: readonly Row[]): TrendChoice[] {
  return summed(rows.map(({ suiteKey, runs }) => ({ key: suiteKey, runs })));
}

export function agentsOf(rows: readonly Row[]): TrendChoice[] {
  return summed(rows.map(({ agentId, runs }) => ({ key: agentId, runs })));
}

function summed(choices: readonly TrendChoice[]): TrendChoice[] {
  const sums = new Map<string, number>();
  for (const { key, runs } of choices) sums.set(key, (sums.get(key) ?? 0) + runs);
  return [...sums].map(([key, runs]) => ({ key, runs }));
}
