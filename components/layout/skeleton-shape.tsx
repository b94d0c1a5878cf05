import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import { Skeleton } from '@/components/ui/skeleton';

/** The kind of content for which the placeholder is shown. */
export type SkeletonShapeName = 'rows' | 'table' | 'panes' | 'comparison' | 'conversation' | 'trends';

/** A placeholder in the shape of the expected content, so that little moves when the content arrives. */
export function SkeletonShape({ shape }: { shape: SkeletonShapeName }) {
  return (
    <div aria-hidden data-skeleton={shape} className="flex min-h-0 w-full grow flex-col">
      {skeletonByShape[shape]()}
    </div>
  );
}

const skeletonByShape: Readonly<Record<SkeletonShapeName, () => ReactNode>> = {
  rows: () => <RowsSkeleton count={7} className="rounded-lg border" />,
  table: () => (
    <div className="overflow-hidden border-t bg-surface">
      {renderTimes(8, (row) => (
        <div key={row} className="flex h-17 items-center gap-3 border-b px-4">
          <Skeleton className="h-4 w-34 shrink-0 sm:w-56" />
          {renderTimes(4, (cell) => (
            <Skeleton key={cell} className="h-8 w-60 shrink-0" />
          ))}
        </div>
      ))}
    </div>
  ),
  panes: () => (
    <>
      <HeaderSkeleton />
      <div className="grid min-h-0 grow lg:grid-cols-[minmax(14rem,22rem)_minmax(0,1fr)_minmax(14rem,24rem)]">
        <RowsSkeleton count={9} className="max-lg:hidden lg:border-r" />
        <MessagesSkeleton />
        <div className="flex flex-col gap-3 border-l bg-surface p-4 max-lg:hidden">
          <Skeleton className="h-7 w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      </div>
    </>
  ),
  comparison: () => (
    <>
      <HeaderSkeleton />
      <div className="grid min-h-0 grow lg:grid-cols-[minmax(16rem,24rem)_minmax(0,1fr)_minmax(0,1fr)]">
        <RowsSkeleton count={8} className="max-lg:border-b lg:border-r" />
        <MessagesSkeleton />
        <MessagesSkeleton />
      </div>
    </>
  ),
  conversation: () => <MessagesSkeleton />,
  trends: () => (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-24 rounded-lg" />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(26rem,100%),1fr))] gap-4">
        {renderTimes(4, (chart) => (
          <Skeleton key={chart} className="h-72 rounded-lg" />
        ))}
      </div>
    </div>
  ),
};

function HeaderSkeleton() {
  return (
    <div className="flex shrink-0 flex-col gap-3 border-b bg-surface px-4 py-3">
      <Skeleton className="h-5 w-72 max-w-full" />
      <Skeleton className="h-4 w-[32rem] max-w-full" />
    </div>
  );
}

function RowsSkeleton({ count, className }: { count: number; className: string }) {
  return (
    <div className={cn('divide-y overflow-hidden bg-surface', className)}>
      {renderTimes(count, (row) => (
        <div key={row} className="flex items-center gap-4 px-4 py-3">
          <div className="flex min-w-0 grow flex-col gap-2">
            <Skeleton className="h-4 w-3/5" />
            <Skeleton className="h-3 w-2/5" />
          </div>
          <Skeleton className="h-4 w-16 shrink-0" />
        </div>
      ))}
    </div>
  );
}

function MessagesSkeleton() {
  return (
    <div className="flex min-w-0 flex-col gap-3 p-4">
      {renderTimes(4, (turn) => (
        <Skeleton key={turn} className={cn('max-w-full rounded-lg', turn % 2 === 0 ? 'h-14 w-80' : 'h-24 w-[34rem]')} />
      ))}
    </div>
  );
}

function renderTimes(count: number, render: (index: number) => ReactNode): ReactNode[] {
  return Array.from({ length: count }, (_, index) => render(index));
}
