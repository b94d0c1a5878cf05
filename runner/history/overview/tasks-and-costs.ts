import type { Database } from '../db/index.ts';
import { runFiguresSchema } from '../runs/run-figures.ts';
import { WEEK_MS } from './reliable-cases.ts';

/** Tasks that wait for a person, and the costs of the last seven days. */
export type TasksAndCosts = {
  /** The number of failed attempts in the newest runs that nobody has reviewed, and the run that has most of them. */
  toReview: { attempts: number; runId: string | null };
  /** Quarantined cases of the newest runs, and the run that has most of them. */
  quarantined: { cases: number; runId: string | null };
  /** The costs by currency; the name of the currency is empty if the prices have none. */
  cost: { currency: string; amount: number; isPartlyKnown: boolean }[];
};

type RunCount = { runId: string; count: number };

/** Reads the open tasks and the costs. `runIds` has the newest complete run of each series. */
export function readOpenTasksAndCosts(database: Database, runIds: readonly string[], now: number): TasksAndCosts {
  const list = JSON.stringify([...new Set(runIds)]);
  const unreviewed = database.sqlite
    .prepare<[string], RunCount>(
      `SELECT run_id AS runId, COUNT(*) AS count FROM attempts a
       WHERE run_id IN (SELECT value FROM json_each(?)) AND status = 'failed' AND set_aside IS NULL AND turns > 0
         AND NOT EXISTS (SELECT 1 FROM reviews r WHERE r.run_id = a.run_id AND r.suite_key = a.suite_key
                         AND r.case_id = a.case_id AND r.attempt = a.attempt)
       GROUP BY run_id ORDER BY count DESC`,
    )
    .all(list);
  const quarantined = database.sqlite
    .prepare<[string], RunCount>(
      `SELECT run_id AS runId, COUNT(DISTINCT suite_key || char(10) || case_id) AS count FROM attempts
       WHERE run_id IN (SELECT value FROM json_each(?)) AND set_aside = 'quarantine'
       GROUP BY run_id ORDER BY count DESC`,
    )
    .all(list);
  return {
    toReview: { attempts: sumCounts(unreviewed), runId: unreviewed[0]?.runId ?? null },
    quarantined: { cases: sumCounts(quarantined), runId: quarantined[0]?.runId ?? null },
    cost: sumCostSince(database, now - WEEK_MS),
  };
}

function sumCounts(counts: readonly RunCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** Includes stopped, partial and deleted runs, because they cost money, too. */
function sumCostSince({ sqlite }: Database, since: number): TasksAndCosts['cost'] {
  const rows = sqlite
    .prepare<[number], { figures: string; currency: string }>(
      `SELECT figures, coalesce(options ->> 'currency', '') AS currency FROM runs
       WHERE started_at >= ? AND figures ->> 'spent' IS NOT NULL`,
    )
    .all(since);
  const sums = new Map<string, TasksAndCosts['cost'][number]>();
  for (const { figures, currency } of rows) {
    const { spent } = runFiguresSchema.parse(JSON.parse(figures));
    if (spent === undefined) continue;
    const sum = sums.get(currency) ?? { currency, amount: 0, isPartlyKnown: false };
    sums.set(currency, {
      currency,
      amount: sum.amount + spent.amount,
      isPartlyKnown: sum.isPartlyKnown || spent.isPartlyKnown,
    });
  }
  return [...sums.values()];
}
