import { type BisectReport, buildBisectReport } from '../../experiments/bisect/index.ts';
import type { AttemptId } from '../../fold/index.ts';
import type { Database } from '../../history/db/index.ts';
import { findNewestBisection, getAttemptState } from '../../history/index.ts';
import { readEarlierRollouts, readStoredSetting } from './earlier-rollouts.ts';

/** The results of all bisections of an attempt so far. */
export type StoredBisection = {
  /** The id of the newest bisection run. */
  runId: string;
  report: BisectReport;
  /** The number of rollouts in the report, including rollouts of other runs. */
  known: number;
};

/** Reads the bisections of an attempt, also while one is running; undefined if there is none. */
export function readBisection(database: Database, origin: AttemptId & { runId: string }): StoredBisection | undefined {
  const runId = findNewestBisection(database, origin);
  if (runId === undefined) return undefined;
  const { result, turns } = getAttemptState(database, origin.runId, origin);
  const caseHash = result?.hash;
  const setting =
    caseHash === undefined ? undefined : readStoredSetting(database, { runId, suiteKey: origin.suiteKey, caseHash });
  if (setting === undefined) return undefined;
  const rollouts = readEarlierRollouts(database, { ...origin, turns }, setting);
  return { runId, report: buildBisectReport({ recorded: turns, rollouts }), known: rollouts.length };
}
