// The question that this page answers: do people agree with the verdicts of this run?
'use client';

import { useQuery } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import { useMounted } from '@/components/layout/use-mounted';
import { useReviews } from '@/components/reviews/use-review-actions';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { PendingQuery } from '@/components/ui/pending-query';
import { reviewSampleQuery } from '@/lib/queries';
import { reviewSearchParams } from './search-params';

const ReviewQueue = lazyComponent(
  dynamic(() => loadExport(() => import('@/components/reviews/queue/review-queue'), 'ReviewQueue')),
);

/** Shows a sample of a run's conversations, to review one after another. */
export function ReviewView({ runId, title }: { runId: string; title: string }) {
  const [{ part, cases }, setSearchParams] = useQueryStates(reviewSearchParams, { history: 'push' });
  const reviews = useReviews(runId);
  const query = { reviewer: reviews.reviewer, part: Math.max(0, part), cases };
  // The name of the reviewer is stored in the browser, so the browser loads the sample, not the server.
  const sample = useQuery({ ...reviewSampleQuery(runId, query), enabled: useMounted() });
  const run = `/runs/${encodeURIComponent(runId)}`;
  return (
    <main className="flex min-h-0 grow flex-col">
      <Breadcrumbs
        parents={[
          { text: 'Runs', href: '/runs', hide: 'narrow' },
          { text: title, href: run },
        ]}
        page="Review"
        longTitle="cut"
        className="shrink-0 bg-surface px-4 pt-2.5"
      />
      {sample.data === undefined && <PendingQuery query={sample} shape="conversation" />}
      {sample.data?.attempts.length === 0 && (
        <Notice
          title="There is nothing to review"
          details={[
            'Only conversations that passed or failed are reviewed here. Those that had an error or are still running are on the run’s page.',
          ]}
        >
          <TextLink href={run} look="inline">
            Back to the run
          </TextLink>
        </Notice>
      )}
      {sample.data !== undefined && sample.data.attempts.length > 0 && (
        <ReviewQueue
          key={`${query.reviewer} ${query.part}`}
          runId={runId}
          sample={sample.data}
          reviews={reviews}
          onMore={sample.data.left > 0 ? () => void setSearchParams({ part: query.part + 1 }) : undefined}
        />
      )}
    </main>
  );
}
