import type { RunPlan, Suite } from '../../contract/index.ts';
import { isJudgedByScores, type RunState } from '../../fold/index.ts';
import type { Database } from '../../history/db/index.ts';
import { findRun, getRunState, interruptOrphanedRuns, listRuns } from '../../history/index.ts';
import { UsageError } from '../usage-error.ts';

const LATEST_REFERENCE = 'latest';
const MAX_SEARCHED_RUNS = 50;

/**
 * Finds the earlier run whose complete rows a program wants to reuse. `latest` is the newest run with the same rows and
 * scorers, if there is one. Throws if the run does not exist, has not ended, or has other rows or scorers.
 */
export function findRunToResume(database: Database, reference: string, plan: RunPlan): string | undefined {
  interruptOrphanedRuns(database);
  if (reference === LATEST_REFERENCE) return findNewestRunWithSameSetup(database, plan)?.runId;
  const lookup = findRun(database, reference);
  if (!lookup.ok) throw new UsageError(`resume: ${lookup.problem}`, lookup.details);
  const run = getRunState(database, lookup.run.runId);
  if (run?.finishedAt === undefined) throw new UsageError(`resume: the run ${lookup.run.runId} is still going on`);
  const [before, now] = [describeRunSetup(run), describePlanSetup(plan)];
  if (before !== now) throw new UsageError(`resume: the run ${run.runId} is a run of ${before}, not of ${now}`);
  return run.runId;
}

function findNewestRunWithSameSetup(database: Database, plan: RunPlan): RunState | undefined {
  const [suite] = plan.suites;
  const newestRun = listRuns(database, { limit: MAX_SEARCHED_RUNS, text: `"${suite?.key ?? ''}"` }).find(
    ({ suiteKey, agentId, finishedAt }) =>
      finishedAt !== undefined && suiteKey === suite?.key && agentId === suite.agentId,
  );
  const run = newestRun === undefined ? undefined : getRunState(database, newestRun.runId);
  return run !== undefined && describeRunSetup(run) === describePlanSetup(plan) ? run : undefined;
}

function describePlanSetup({ suites, cases }: RunPlan): string {
  return formatSuitesAndScorers(
    suites,
    cases.flatMap(({ case: row }) => (isJudgedByScores(row) ? row.scorers : [])),
  );
}

function describeRunSetup({ suites, rows }: RunState): string {
  return formatSuitesAndScorers(
    suites,
    rows.flatMap(({ scorers = [] }) => scorers),
  );
}

/** Describes the rows, agents and scorers of a run. Runs that differ in these must not share results. */
function formatSuitesAndScorers(suites: readonly Suite[], scorers: readonly string[]): string {
  const suiteTexts = suites.map(({ key, agentId }) => `${key} on ${agentId}`);
  return `${suiteTexts.join(', ')} by ${[...new Set(scorers)].join(', ')}`;
}
