import { Skeleton } from '@/components/ui/skeleton';

export const chartGrid = 'grid grid-cols-[repeat(auto-fit,minmax(min(26rem,100%),1fr))] items-start gap-4';

/** Keeps about the room that the charts will take, so that what follows them stays where it is. */
export function ChartSkeletons({ count }: { count: number }) {
  return (
    <div className={chartGrid}>
      {Array.from({ length: count }, (_, place) => (
        <Skeleton key={place} className="h-96" />
      ))}
    </div>
  );
}
