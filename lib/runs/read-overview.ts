import { database } from '../../runner/history/db/index.ts';
import { buildOverview, type Overview } from '../../runner/history/index.ts';
import { readEnvironment } from '../../runner/host/env.ts';
import { countNotPassed } from '../../runner/verdict/index.ts';
import { countOpenProposals, type OpenProposalCount } from '../../runner/workspace/index.ts';
import { findRunFailures } from './find-run-failures.ts';
import { requireRun, requireRunState } from './require-run.ts';

/** The maximum number of failures per run that the first page reads. Reading more would take too long. */
const MAX_FAILURES = 300;

export type OverviewAnswer = Overview & { proposals: OpenProposalCount };

/** Reads the data of the first page of the dashboard. */
export async function readOverview(now = Date.now()): Promise<OverviewAnswer> {
  const proposals = await countOpenProposals(readEnvironment().workspace);
  const stored = buildOverview(database(), {
    now,
    causesOf: (runId) => {
      const failures = countNotPassed(requireRun(runId).counts);
      return failures > MAX_FAILURES ? undefined : findRunFailures(requireRunState(runId));
    },
  });
  return { ...stored, proposals };
}
