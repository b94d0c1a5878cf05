// The question that this page answers: do people agree with each other and with the verdicts on this queue?
'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useMounted } from '@/components/layout/use-mounted';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { PendingQuery } from '@/components/ui/pending-query';
import { queueQuery } from '@/lib/queries';

const NamedQueue = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/reviews/queue/named-queue'), 'NamedQueue')),
);

/** The page of a named review queue, which shows the items to review one by one. */
export function QueueView({ name }: { name: string }) {
  // The name of the reviewer is stored in the browser, so the browser loads the queue, not the server.
  const query = useQuery({ ...queueQuery(name), enabled: useMounted() });
  return (
    <main className="flex min-h-0 grow flex-col">
      <Breadcrumbs
        parents={[{ text: 'Review', href: '/review' }]}
        page={name}
        longTitle="cut"
        className="shrink-0 bg-surface px-4 pt-2.5"
      />
      {query.data === undefined ? (
        <PendingQuery query={query} shape="conversation" />
      ) : (
        <NamedQueue open={query.data} />
      )}
    </main>
  );
}
