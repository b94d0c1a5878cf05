import type { SeriesCause, SeriesSummary } from '../../verdict/index.ts';
import type { FailureGroups } from '../failures/failure-groups.ts';

/** The cause that most of a suite's failing cases have in common; undefined if none is known. */
export function findMostFrequentCause(
  { groups }: FailureGroups,
  { suiteKey, summary }: { suiteKey: string; summary: SeriesSummary },
): SeriesCause | undefined {
  const failing = new Set(summary.failing.flatMap(({ ids }) => ids));
  const causesWithCounts = groups.map(({ headline, cases }) => ({
    headline,
    cases: cases.filter((each) => each.suiteKey === suiteKey && failing.has(each.id)).length,
  }));
  return causesWithCounts.filter(({ cases }) => cases > 0).toSorted((one, other) => other.cases - one.cases)[0];
}
