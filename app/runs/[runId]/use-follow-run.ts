import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type Connection, followRun, readAttemptsAnew } from '@/lib/queries';

type Following = {
  ended: boolean;
  /** The run is in the cache, and not just what its page shows at first. */
  whole: boolean;
};

/** Keeps the run of this page up to date while it lasts, over one connection. */
export function useFollowRun(runId: string, { ended, whole }: Following): Connection {
  const queryClient = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  const cameLater = useRef(false);
  useEffect(() => {
    if (!whole) {
      cameLater.current = !ended;
      return;
    }
    const stop = ended ? undefined : followRun({ queryClient, runId, onConnection: setConnection });
    // The attempt on the page was read before the run was: what happened in between is in neither.
    if (cameLater.current) void readAttemptsAnew(queryClient, runId);
    cameLater.current = false;
    return stop;
  }, [queryClient, runId, ended, whole]);
  return ended ? 'finished' : connection;
}
