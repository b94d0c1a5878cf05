import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { runCasesPagesKey } from '@/components/runs/run-screen-query';
import { importWithRetry } from '@/components/ui/lazy-component';
import { type Connection, refetchAttempts } from '@/lib/queries';

type FollowRunOptions = {
  ended: boolean;
  /** True if the whole run is in the cache; otherwise the page polls what it shows. */
  whole: boolean;
};

/** Keeps the run of this page up to date while it lasts, over one connection. */
export function useFollowRun(runId: string, { ended, whole }: FollowRunOptions): Connection {
  const queryClient = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  const wasAsking = useRef(false);
  useEffect(() => {
    // Polled data may lack the latest changes, so it is refetched when the run has ended or its whole state is in the
    // cache.
    if (wasAsking.current) {
      void refetchAttempts(queryClient, runId);
      void queryClient.invalidateQueries({ queryKey: runCasesPagesKey(runId) });
    }
    wasAsking.current = !ended && !whole;
    if (ended || !whole) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    // Loaded on demand: most viewed runs have ended and need no code for live updates.
    const loaded = importWithRetry(
      () => import('@/lib/queries/follow-run'),
      () => {
        if (!isOver) setConnection('lost');
      },
    );
    void loaded.then(({ followRun }) => {
      if (!isOver) stop = followRun({ queryClient, runId, onConnection: setConnection });
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [queryClient, runId, ended, whole]);
  if (ended) return 'finished';
  return whole ? connection : 'live';
}
