import { ProblemNotice } from './problem-notice';
import { Skeleton } from './skeleton';

type Props = { query: { error: Error | null; refetch: () => Promise<unknown> }; className: string };

/** Stands in the place of what a query has not answered yet; when it failed, says why. */
export function PendingAnswer({ query: { error, refetch }, className }: Props) {
  if (error === null) return <Skeleton className={className} />;
  return <ProblemNotice error={error} onRetry={() => void refetch()} />;
}
