// The question that this page answers: which failures have the same cause, and where did conversations stop?
'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { CaseHealthContext } from '@/components/diagnosis/case-health';
import { CheckpointMaps } from '@/components/diagnosis/checkpoint-maps';
import { FailureGroups } from '@/components/diagnosis/failure-groups';
import { RunHeader } from '@/components/runs/header/run-header';
import { useFollowRun } from '@/components/runs/use-follow-run';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { caseHealthQuery, checkpointFlowGraphsQuery, failuresQuery, runQuery } from '@/lib/queries';
import { computeFigures } from '@/lib/view/run-figures';
import type { RunState } from '@/runner/fold';
import { serializeRunSearch } from '../search-params';

const noCaseHealth = {};

export function FailuresView({ runId }: { runId: string }) {
  const run = useQuery(runQuery(runId));
  if (run.data === undefined) return <PendingQuery query={run} className="m-4 h-40" />;
  return <Failures state={run.data} />;
}

function Failures({ state }: { state: RunState }) {
  const router = useRouter();
  const { runId } = state;
  const hasEnded = state.finishedAt !== undefined;
  const connection = useFollowRun(runId, { hasEnded, followsAllCases: true });
  const healthByCase = useQuery({ ...caseHealthQuery(runId), enabled: hasEnded }).data?.healthByCase ?? noCaseHealth;
  const failures = useQuery({ ...failuresQuery(runId), enabled: hasEnded });
  const maps = useQuery({ ...checkpointFlowGraphsQuery(runId), enabled: hasEnded });
  const searchHref = (search: { q?: string; suite?: string; case?: string; attempt?: number }): string =>
    serializeRunSearch(`/runs/${runId}`, search);
  return (
    <CaseHealthContext value={healthByCase}>
      <main className="flex min-h-0 grow flex-col">
        <RunHeader
          state={state}
          figures={computeFigures(state)}
          row={undefined}
          connection={connection}
          filter=""
          onFilter={(q) => router.push(searchHref({ q }))}
        />
        <div className="min-h-0 grow overflow-y-auto">
          {!hasEnded && (
            <Notice title="The run is still in progress." details={['The failures appear here when the run ends.']} />
          )}
          {hasEnded && (
            <div className="mx-auto flex max-w-5xl flex-col gap-8 p-4 pb-12">
              {failures.data === undefined ? (
                <PendingQuery query={failures} className="h-40" />
              ) : (
                <FailureGroups {...failures.data} hrefOf={searchHref} />
              )}
              {maps.data !== undefined && maps.data.maps.length > 0 && (
                <CheckpointMaps maps={maps.data.maps} hrefOf={searchHref} />
              )}
            </div>
          )}
        </div>
      </main>
    </CaseHealthContext>
  );
}
