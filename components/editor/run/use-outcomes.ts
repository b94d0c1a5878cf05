import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useFollowRun } from '@/components/runs/use-follow-run';
import { caseOutcomesQuery, runQuery } from '@/lib/queries';
import { getRowStatus } from '@/lib/view/row-status';
import { parseSuiteKey, type RunState } from '@/runner/fold';
import type { CaseOutcomeSummary, OutcomesByCase } from '../list/document-filter';

/**
 * Returns the last outcome of each case of a file. For the cases of a run that was started on this page, returns the
 * status in that run.
 */
export function useCaseOutcomes(suiteKey: string, runId: string | null): OutcomesByCase {
  const { data } = useQuery(caseOutcomesQuery(suiteKey));
  const run = useQuery({ ...runQuery(runId ?? ''), enabled: runId !== null }).data;
  useFollowRun(runId ?? '', {
    hasEnded: run === undefined || run.finishedAt !== undefined,
    followsAllCases: run !== undefined,
  });
  useRefetchWhenFinished(suiteKey, run);
  return useMemo(() => {
    const outcomes = new Map<string, CaseOutcomeSummary>(
      (data?.outcomes ?? []).map((outcome) => [outcome.caseId, outcome]),
    );
    for (const row of run?.rows ?? []) {
      if (parseSuiteKey(row.suiteKey).file === suiteKey)
        outcomes.set(row.id, { ...outcomes.get(row.id), status: getRowStatus(row) });
    }
    return outcomes;
  }, [data, run, suiteKey]);
}

function useRefetchWhenFinished(suiteKey: string, run: RunState | undefined): void {
  const client = useQueryClient();
  const wasLive = useRef(false);
  const isRunning = run !== undefined && run.finishedAt === undefined;
  useEffect(() => {
    if (wasLive.current && !isRunning)
      void client.invalidateQueries({ queryKey: caseOutcomesQuery(suiteKey).queryKey });
    wasLive.current = isRunning;
  }, [client, isRunning, suiteKey]);
}
