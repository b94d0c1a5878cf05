'use client';

import { TextLink } from '@/components/ui/links';
import type { RunMatrix } from '@/lib/queries';

/** Lists runs that are still in progress. They are added to the matrix as columns when they end. */
export function RunningColumns({ running }: Pick<RunMatrix, 'running'>) {
  if (running.length === 0) return null;
  return (
    <p role="status" className="flex flex-wrap gap-x-3 text-busy">
      Running now:
      {running.map(({ runId, connector }) => (
        <TextLink key={runId} href={`/runs/${runId}`} look="inline">
          {connector ?? 'the agent’s own connector'}
        </TextLink>
      ))}
    </p>
  );
}
