import { and, desc, isNull, ne, type SQL } from 'drizzle-orm';
import { runs } from '../../../drizzle/schema/index.ts';
import type { Database } from '../db/index.ts';
import { storedBeforeRunCondition } from '../order/stored-before.ts';
import type { RunListItem } from '../read/list-runs.ts';
import { hasMissedNoGate, isCompleteRun } from '../runs/complete-runs.ts';
import { type RunSeries, toRunSeries } from '../runs/series.ts';
import { suiteSeriesCondition } from '../runs/suite-series-condition.ts';
import { findBaseline } from './baselines.ts';

type BaselineSubject = Pick<RunListItem, 'runId' | 'suiteKey' | 'agentId'> & {
  connector?: string | null;
  simulator?: string | null;
};

/** Ways to choose the baseline run of a series without naming an id. */
export const baselineChoices = ['pinned', 'passed', 'latest'] as const;
export type BaselineChoice = (typeof baselineChoices)[number];

/**
 * Returns the run that another run is compared with: the pinned one, otherwise the newest earlier complete run of the
 * same series that met all its gates. Stopped or partial runs never qualify, nor does a run that got worse, because the
 * second run of a broken agent would then be compared with the first.
 */
export function findDefaultBaseline(
  database: Database,
  head: BaselineSubject,
  choice?: BaselineChoice,
): string | undefined {
  const series = toRunSeries(head);
  switch (choice) {
    case undefined:
      return findPinnedBaseline(database, series, head) ?? findNewestCompleteRun(database, head, hasMissedNoGate);
    case 'pinned':
      return findPinnedBaseline(database, series, head);
    case 'passed':
      return findNewestCompleteRun(database, head, ne(runs.status, 'failed'));
    case 'latest':
      return findNewestCompleteRun(database, head);
    default:
      return choice satisfies never;
  }
}

/**
 * Returns the run that a run is shown beside by default: its usual baseline, otherwise the newest earlier complete run.
 */
export function findDefaultRunToCompare(database: Database, head: BaselineSubject): string | undefined {
  return (
    findPinnedBaseline(database, toRunSeries(head), head) ??
    findNewestCompleteRun(database, head, undefined, hasMissedNoGate)
  );
}

function findPinnedBaseline(database: Database, series: RunSeries, { runId }: BaselineSubject): string | undefined {
  const pinnedBaseline = findBaseline(database, series);
  return pinnedBaseline === runId ? undefined : pinnedBaseline;
}

function findNewestCompleteRun(
  database: Database,
  head: BaselineSubject,
  condition?: SQL,
  preferred?: SQL,
): string | undefined {
  return database.orm
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        ...suiteSeriesCondition(toRunSeries(head)),
        isCompleteRun,
        condition,
        storedBeforeRunCondition(head.runId),
        isNull(runs.deletedAt),
      ),
    )
    .orderBy(...(preferred === undefined ? [] : [desc(preferred)]), desc(runs.ordinal))
    .limit(1)
    .get()?.id;
}
