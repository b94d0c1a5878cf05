import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Connection, followRun } from '@/lib/queries';

/** Keeps the run of this page up to date while it lasts, over one connection. */
export function useFollowRun(runId: string, finished: boolean): Connection {
  const queryClient = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  useEffect(() => {
    if (finished) return;
    return followRun({ queryClient, runId, onConnection: setConnection });
  }, [queryClient, runId, finished]);
  return finished ? 'finished' : connection;
}
