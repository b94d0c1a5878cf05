import { type SeriesHealth, type SeriesSummary, summarizeCaseHistory } from '../../verdict/index.ts';
import type { PastRunSummary } from '../read/case-health.ts';
import { findCaseInRun } from '../read/read-case-histories.ts';

/**
 * Returns the changes that were made just before the largest group of failing cases started to fail; undefined if no
 * change is known.
 */
export function findChangesBeforeFailures(
  { failing }: SeriesSummary,
  runs: readonly PastRunSummary[],
  cases: SeriesHealth['cases'],
): string[] | undefined {
  const id = failing[0]?.neverPassed === false ? failing[0].ids[0] : undefined;
  const caseHealth = id === undefined ? undefined : cases.get(id);
  if (id === undefined || caseHealth === undefined) return undefined;
  const [now, ...earlier] = runs.flatMap((run) => findCaseInRun(run, id));
  const casePast = now && summarizeCaseHistory(now, earlier, { standing: caseHealth, isNewlyFailing: false });
  return casePast?.changes?.length === 0 ? undefined : casePast?.changes;
}
