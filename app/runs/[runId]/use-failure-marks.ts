import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type FailureGroup, failuresQuery, standingsQuery } from '@/lib/queries';
import { asksForCauses, type FailureMarks } from '@/lib/view/case-filter';
import { failureMarks } from '@/lib/view/failure-marks';
import type { CaseStanding } from '@/runner/fold';

type Standings = Readonly<Record<string, CaseStanding>>;

const noStandings: Standings = {};
const noGroups: readonly FailureGroup[] = [];

type FailureMarksOptions = { ended: boolean; filter: string; filteredHere: boolean };

/** Loads how the history rates the failed cases of a run. Loads their causes only if the filter needs them. */
export function useFailureMarks(
  runId: string,
  { ended, filter, filteredHere }: FailureMarksOptions,
): { standings: Standings; marks: FailureMarks } {
  const { standings = noStandings } = useQuery({ ...standingsQuery(runId), enabled: ended }).data ?? {};
  const needsMarks = ended && filteredHere && asksForCauses(filter);
  const { groups = noGroups } = useQuery({ ...failuresQuery(runId), enabled: needsMarks }).data ?? {};
  const marks = useMemo(() => failureMarks({ standings, groups }), [standings, groups]);
  return { standings, marks };
}
