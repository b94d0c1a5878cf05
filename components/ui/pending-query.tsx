import { SkeletonShape, type SkeletonShapeName } from '@/components/layout/skeleton-shape';
import { ProblemNotice } from './problem-notice';
import { Skeleton } from './skeleton';

type Props = { query: { error: Error | null; refetch: () => Promise<unknown> } } & (
  | { className: string }
  | { shape: SkeletonShapeName }
);

/** A placeholder while a query has no data. Shows the error if the query failed. */
export function PendingQuery({ query: { error, refetch }, ...look }: Props) {
  if (error !== null) return <ProblemNotice error={error} onRetry={() => void refetch()} />;
  return 'shape' in look ? <SkeletonShape shape={look.shape} /> : <Skeleton className={look.className} />;
}
