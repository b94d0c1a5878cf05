// Question: do people agree with each other and with the verdicts of this queue?
'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useMounted } from '@/components/layout/use-mounted';
import { ChevronRight } from '@/components/ui/icons';
import { lazyComponent, loadPart } from '@/components/ui/lazy-component';
import { PendingQuery } from '@/components/ui/pending-query';
import { queueQuery } from '@/lib/queries';

const NamedQueue = lazyComponent(
  dynamic(() => loadPart(() => import('@/components/reviews/queue/named-queue'), 'NamedQueue')),
);

/** A named queue, one item after the other. */
export function QueueView({ name }: { name: string }) {
  // Only the browser knows who is reviewing.
  const query = useQuery({ ...queueQuery(name), enabled: useMounted() });
  return (
    <main className="flex min-h-0 grow flex-col">
      <h1 className="flex min-w-0 shrink-0 items-center gap-1 bg-surface px-4 pt-2.5 text-base">
        <Link href="/review" className="text-ink-faint hover:text-ink">
          Review
        </Link>
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
        <span className="min-w-0 truncate font-semibold">{name}</span>
      </h1>
      {query.data === undefined ? (
        <PendingQuery query={query} shape="conversation" />
      ) : (
        <NamedQueue open={query.data} />
      )}
    </main>
  );
}
