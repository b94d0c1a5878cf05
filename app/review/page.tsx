import { dehydrate, HydrationBoundary, QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { queuesQuery } from '@/lib/queries';
import { listQueues } from '@/lib/reviews';
import { QueuesView } from './queues-view';

export const metadata: Metadata = { title: 'Review' };

export default function ReviewsPage() {
  const queryClient = new QueryClient();
  queryClient.setQueryData(queuesQuery().queryKey, listQueues());
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <QueuesView />
    </HydrationBoundary>
  );
}
