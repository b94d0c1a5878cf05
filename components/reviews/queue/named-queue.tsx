import { useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { Notice } from '@/components/ui/notice';
import { attemptQuery, type LoadedReviewQueue } from '@/lib/queries';
import { queueItemKey } from '@/lib/view/queue-item-key';
import { generateSeededNumber } from '@/runner/values';
import { useReviews } from '../use-review-actions';
import { ConversationPair } from './conversation-pair';
import { createLabelChoices, createPairwiseChoices } from './queue-choices';
import { QueueFrame } from './queue-frame';
import { QueuedConversation } from './queued-conversation';
import { isOpenForReviewer, type QueueItem, useDecisions } from './use-decisions';

const NamedQueueEnd = lazyComponent(
  dynamic(() => loadExport(() => import('./named-queue-results'), 'NamedQueueResults')),
);

/** The queue that a file of the workspace describes. */
export function NamedQueue({ open }: { open: LoadedReviewQueue }) {
  const { queue, labels } = open;
  const decisions = useDecisions(open);
  const { reviewer, mineOf } = decisions;
  const client = useQueryClient();
  // The order of items is fixed when the page opens, so that decisions which others make meanwhile do not move the
  // items.
  const [items] = useState(() => open.items.filter((item) => isOpenForReviewer(reviewer, item, open)));
  const { compare } = queue;
  const createChoicesFor = (item: QueueItem | undefined) =>
    compare === undefined
      ? createLabelChoices(labels)
      : createPairwiseChoices(item !== undefined && areSidesFlipped(item));
  if (items.length === 0) {
    return (
      <Notice
        title="There is nothing to decide"
        details={[
          open.items.length > 0
            ? `Every conversation of this queue has been decided by enough people (${queue.people}).`
            : 'No conversation of a complete run matches the queue. A queue contains only conversations that passed or failed.',
        ]}
      />
    );
  }
  return (
    <QueueFrame
      source={{ ...decisions, items, choicesFor: createChoicesFor }}
      question={queue.question}
      width={compare === undefined ? 'text' : 'pair'}
      keyOf={queueItemKey}
      onNext={(next) => void client.prefetchQuery(attemptQuery(next.runId, next))}
      end={(goTo) => <NamedQueueEnd open={open} items={items} mineOf={mineOf} onGoTo={goTo} />}
    >
      {(item, isRevealed) =>
        compare === undefined ? (
          <SingleConversation key={queueItemKey(item)} item={item} isRevealed={isRevealed} />
        ) : (
          <ConversationPair
            key={queueItemKey(item)}
            item={item}
            sides={compare}
            isFlipped={areSidesFlipped(item)}
            isRevealed={isRevealed}
          />
        )
      }
    </QueueFrame>
  );
}

function SingleConversation({ item, isRevealed }: { item: QueueItem; isRevealed: boolean }) {
  const reviews = useReviews(item.runId);
  return <QueuedConversation runId={item.runId} conversation={item} reviews={reviews} isRevealed={isRevealed} />;
}

/**
 * Decides which conversation of a pair is on which side. It is random, so that the side does not reveal where an answer
 * is from; but it is derived from the item, so that it is the same for everybody.
 */
function areSidesFlipped(item: QueueItem): boolean {
  return generateSeededNumber(queueItemKey(item)) < 0.5;
}
