import type { RunPlan } from '../../contract/index.ts';
import type { Database } from '../../history/db/index.ts';
import { findNewestRunStartedAfter, toSeries } from '../../history/index.ts';
import { shortenRunId } from '../../reporters/short-run-id.ts';

/**
 * Adds a warning to the plan if the newest run of its series began after `now`, because one of the two clocks must be
 * wrong.
 */
export function addClockWarning(plan: RunPlan, database: Database, now: number): RunPlan {
  const newestRun = findNewestRunStartedAfter(database, toSeries(plan), now);
  if (newestRun === undefined) return plan;
  const newestStart = new Date(newestRun.startedAt).toISOString();
  const warning = `this run starts before run ${shortenRunId(newestRun.runId)} of its series, which was recorded earlier but is dated ${newestStart}: a clock was wrong. The run that was written last counts as the newest.`;
  return { ...plan, warnings: [...(plan.warnings ?? []), warning] };
}
