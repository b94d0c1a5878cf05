import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { caseHealthQuery, type FailureGroup, failuresQuery } from '@/lib/queries';
import { type FailureAnnotations, usesCauseFilter } from '@/lib/view/case-filter';
import { createFailureAnnotations } from '@/lib/view/failure-annotations';
import type { CaseHealth } from '@/runner/fold';

type CaseHealthByKey = Readonly<Record<string, CaseHealth>>;

const noCaseHealth: CaseHealthByKey = {};
const noGroups: readonly FailureGroup[] = [];

type FailureAnnotationsOptions = { hasEnded: boolean; filter: string; filteredHere: boolean };

/**
 * Loads for each failed case of a run whether the failure is new, known or flaky. Loads the causes of the failures only
 * if the filter refers to causes.
 */
export function useFailureAnnotations(
  runId: string,
  { hasEnded, filter, filteredHere }: FailureAnnotationsOptions,
): { healthByCase: CaseHealthByKey; marks: FailureAnnotations } {
  const { healthByCase = noCaseHealth } = useQuery({ ...caseHealthQuery(runId), enabled: hasEnded }).data ?? {};
  const needsMarks = hasEnded && filteredHere && usesCauseFilter(filter);
  const { groups = noGroups } = useQuery({ ...failuresQuery(runId), enabled: needsMarks }).data ?? {};
  const marks = useMemo(() => createFailureAnnotations({ healthByCase, groups }), [healthByCase, groups]);
  return { healthByCase, marks };
}
