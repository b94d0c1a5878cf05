'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { TextLink } from '@/components/ui/links';
import type { ModelsOfSuite } from '@/lib/queries';

const LOOK_EVERY_MS = 2_000;

/** Runs still in progress; their columns appear when they end. */
export function RunningModels({ running }: Pick<ModelsOfSuite, 'running'>) {
  const { refresh } = useRouter();
  useEffect(() => {
    const timer = setInterval(refresh, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [refresh]);
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
