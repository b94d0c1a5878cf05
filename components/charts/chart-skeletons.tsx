import { Skeleton } from '@/components/ui/skeleton';

export const chartGridClass = 'grid grid-cols-[repeat(auto-fit,minmax(min(26rem,100%),1fr))] items-start gap-4';

/** A placeholder of about the same height as the charts, so that the content below does not move when they appear. */
export function ChartSkeletons({ count }: { count: number }) {
  return (
    <div className={chartGridClass}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} className="h-96" />
      ))}
    </div>
  );
}
