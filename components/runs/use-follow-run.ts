import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { runScreensKey } from '@/components/runs/run-screen-query';
import { untilLoaded } from '@/components/ui/later';
import { type Connection, readAttemptsAnew } from '@/lib/queries';

type Following = {
  ended: boolean;
  /** The run is in the cache; else its page asks again and again for what it shows. */
  whole: boolean;
};

/** Keeps the run of this page up to date while it lasts, over one connection. */
export function useFollowRun(runId: string, { ended, whole }: Following): Connection {
  const queryClient = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  const wasAsking = useRef(false);
  useEffect(() => {
    // The page's data predates the whole run, or its end, so that what happened in between is in neither.
    if (wasAsking.current) {
      void readAttemptsAnew(queryClient, runId);
      void queryClient.invalidateQueries({ queryKey: runScreensKey(runId) });
    }
    wasAsking.current = !ended && !whole;
    if (ended || !whole) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    // Most runs that are looked at are over: their pages need no code for what arrives.
    const loaded = untilLoaded(
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
