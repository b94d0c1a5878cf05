import { type CaseKey, type CaseRow, caseKey, type RunState } from '../../fold/index.ts';
import { type CaseResultInRun, type FailingCaseHistory, summarizeCaseHistory } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { assessCaseHealthAtRunEnd, type PastRunSummary, readSeriesRunsUpTo } from './case-health.ts';

/**
 * Returns the earlier outcomes of cases that fail in a run, from the earlier complete runs of its series, by case key.
 * Leaves out cases without earlier outcomes.
 */
export function readCaseHistories(
  database: Database,
  run: RunState,
  failing: readonly CaseRow[],
): Map<CaseKey, FailingCaseHistory> {
  const change = run.summary?.change;
  const newlyFailing = new Set(change?.newlyFailing.map(({ suiteKey, id }) => caseKey(suiteKey, id)));
  const histories = new Map<CaseKey, FailingCaseHistory>();
  for (const [suiteKey, rows] of Map.groupBy(failing, (row) => row.suiteKey)) {
    const runs = readSeriesRunsUpTo(database, run, suiteKey);
    const healthByCase = assessCaseHealthAtRunEnd(database, run, suiteKey, runs).cases;
    for (const { id } of rows) {
      const key = caseKey(suiteKey, id);
      const [now, ...earlier] = runs.flatMap((each) => findCaseInRun(each, id));
      const caseHealth = healthByCase.get(id);
      if (now === undefined || caseHealth === undefined) continue;
      const casePast = summarizeCaseHistory(now, earlier, {
        standing: caseHealth,
        isNewlyFailing: newlyFailing.has(key),
      });
      if (casePast !== undefined) histories.set(key, casePast);
    }
  }
  return histories;
}

/** Returns the outcomes of a case in a run; empty if the run did not contain the case. */
export function findCaseInRun({ cases, ...run }: PastRunSummary, id: string): CaseResultInRun[] {
  const tally = cases.get(id);
  return tally === undefined ? [] : [{ ...tally, run, isGood: tally.isGood === true }];
}
