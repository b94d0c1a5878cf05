import { ProblemNotice } from './problem-notice';
import { Skeleton } from './skeleton';

type Props = { query: { error: Error | null; refetch: () => Promise<unknown> }; className: string };

/** Placeholder until a query has data; shows the error if it failed. */
export function PendingQuery({ query: { error, refetch }, className }: Props) {
  if (error === null) return <Skeleton className={className} />;
  return <ProblemNotice error={error} onRetry={() => void refetch()} />;
}
