import { database } from '../../runner/history/db/index.ts';
import { type Overview, overview } from '../../runner/history/index.ts';
import { countNotPassed } from '../../runner/verdict/index.ts';
import { findRunFailures } from './find-run-failures.ts';
import { requireRun, requireRunState } from './known-run.ts';

/** Reading the failures of a larger run takes longer than the first page may. */
const MOST_FAILURES = 300;

/** Reads what the first page shows. */
export function readOverview(now = Date.now()): Overview {
  return overview(database(), {
    now,
    causesOf: (runId) => {
      const failures = countNotPassed(requireRun(runId).counts);
      return failures > MOST_FAILURES ? undefined : findRunFailures(requireRunState(runId));
    },
  });
}
