import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type FailureGroup, failuresQuery, standingsQuery } from '@/lib/queries';
import { type FailureMarks, filtersByCause } from '@/lib/view/case-filter';
import { createFailureMarks } from '@/lib/view/failure-marks';
import type { CaseStanding } from '@/runner/fold';

type CaseStandings = Readonly<Record<string, CaseStanding>>;

const noStandings: CaseStandings = {};
const noGroups: readonly FailureGroup[] = [];

type FailureMarksOptions = { ended: boolean; filter: string; filteredHere: boolean };

/** Loads how the history rates the failed cases of a run. Loads their causes only if the filter needs them. */
export function useFailureMarks(
  runId: string,
  { ended, filter, filteredHere }: FailureMarksOptions,
): { standings: CaseStandings; marks: FailureMarks } {
  const { standings = noStandings } = useQuery({ ...standingsQuery(runId), enabled: ended }).data ?? {};
  const needsMarks = ended && filteredHere && filtersByCause(filter);
  const { groups = noGroups } = useQuery({ ...failuresQuery(runId), enabled: needsMarks }).data ?? {};
  const marks = useMemo(() => createFailureMarks({ standings, groups }), [standings, groups]);
  return { standings, marks };
}
