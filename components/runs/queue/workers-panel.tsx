import { useQuery } from '@tanstack/react-query';
import { workersQuery } from '@/lib/queries';
import { QueueDetails } from './queue-details';

/** Shows the queue of a run in progress and its workers. */
export function WorkersPanel({ runId }: { runId: string }) {
  const { queue } = useQuery(workersQuery({ runId })).data ?? {};
  return queue === undefined || queue === null ? null : <QueueDetails queue={queue} />;
}
