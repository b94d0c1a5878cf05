import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { runCasesPagesKey } from '@/components/runs/run-screen-query';
import { importWithRetry } from '@/components/ui/lazy-component';
import { type Connection, refetchAttempts } from '@/lib/queries';

type FollowRunOptions = {
  hasEnded: boolean;
  /**
   * True if the whole run is cached and kept up to date by events. Otherwise, the page polls the parts that it shows.
   */
  followsAllCases: boolean;
};

/** Keeps the run of this page up to date until it ends, over a single connection. */
export function useFollowRun(runId: string, { hasEnded, followsAllCases }: FollowRunOptions): Connection {
  const queryClient = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  const wasAsking = useRef(false);
  useEffect(() => {
    // Loads the data again after the page has stopped polling, because the last response may lack the latest changes.
    if (wasAsking.current) {
      void refetchAttempts(queryClient, runId);
      void queryClient.invalidateQueries({ queryKey: runCasesPagesKey(runId) });
    }
    wasAsking.current = !hasEnded && !followsAllCases;
    if (hasEnded || !followsAllCases) return;
    let stopFollowing: (() => void) | undefined;
    let isOver = false;
    // Loads this module on demand, because most viewed runs have ended and need no live updates.
    const loadedModule = importWithRetry(
      () => import('@/lib/queries/follow-run'),
      () => {
        if (!isOver) setConnection('lost');
      },
    );
    void loadedModule.then(({ followRun }) => {
      if (!isOver) stopFollowing = followRun({ queryClient, runId, onConnection: setConnection });
    });
    return () => {
      isOver = true;
      stopFollowing?.();
    };
  }, [queryClient, runId, hasEnded, followsAllCases]);
  if (hasEnded) return 'finished';
  return followsAllCases ? connection : 'live';
}
