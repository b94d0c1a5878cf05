import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { attemptQuery, type ReviewSample } from '@/lib/queries';
import { reviewVerdicts } from '@/runner/contract';
import { attemptKey } from '@/runner/fold';
import { isReviewOf } from '../add-or-replace-review';
import { reviewLook } from '../review-look';
import type { Reviews } from '../reviews';
import { QueueFrame } from './queue-frame';
import type { QueuedAttempt, QueueSource } from './queue-source';
import { QueuedConversation } from './queued-conversation';

const QueueEnd = lazyComponent(
  dynamic(() => loadExport(() => import('./sample-review-summary'), 'SampleReviewSummary')),
);

const verdictChoices = reviewVerdicts.map((verdict) => ({ label: verdict, ...reviewLook[verdict] }));

type Props = {
  runId: string;
  sample: ReviewSample;
  reviews: Reviews;
  /** Shows the next part of the sample; undefined if the sample already contains all attempts. */
  onMore: (() => void) | undefined;
};

/**
 * The review queue that every run has: a sample of its conversations, which reviewers rate as good, bad or not the
 * agent's fault.
 */
export function ReviewQueue({ runId, sample, reviews, onMore }: Props) {
  const { attempts } = sample;
  const { reviewer, setReviewer, problem } = reviews;
  const client = useQueryClient();
  const findOwnReview = (attempt: QueuedAttempt) =>
    reviews.reviews.find((review) => review.reviewer === reviewer && isReviewOf(review, attempt));
  const source: QueueSource<QueuedAttempt> = {
    items: attempts,
    choicesFor: () => verdictChoices,
    mineOf(attempt) {
      const ownReview = findOwnReview(attempt);
      return ownReview && { label: ownReview.verdict, note: ownReview.note };
    },
    save(attempt, { label, ...rest }) {
      reviews.sendReview(attempt, { verdict: reviewVerdicts.find((verdict) => verdict === label) ?? null, ...rest });
    },
    reviewer,
    setReviewer,
    problem,
  };
  return (
    <QueueFrame
      source={source}
      width="text"
      keyOf={attemptKey}
      onNext={(next) => void client.prefetchQuery(attemptQuery(runId, next))}
      end={(goTo) => (
        <QueueEnd
          runId={runId}
          attempts={attempts}
          reviews={reviews.reviews}
          mineOf={findOwnReview}
          onGoTo={goTo}
          onMore={onMore}
        />
      )}
    >
      {(attempt, isRevealed) => (
        <QueuedConversation
          key={attemptKey(attempt)}
          runId={runId}
          conversation={attempt}
          reviews={reviews}
          isRevealed={isRevealed}
        />
      )}
    </QueueFrame>
  );
}
