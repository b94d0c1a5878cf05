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

/** A review queue that is defined in a file of the workspace. */
export function NamedQueue({ open }: { open: LoadedReviewQueue }) {
  const { queue, labels } = open;
  const decisions = useDecisions(open);
  const { reviewer, mineOf } = decisions;
  const client = useQueryClient();
  // Fixes the order of the items when the page opens, so that decisions by others do not move them.
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
 * Decides whether the conversations of a pair swap sides, so that the side does not reveal which is which. The choice
 * is a hash of the item, so it is the same for every reviewer.
 */
function areSidesFlipped(item: QueueItem): boolean {
  return generateSeededNumber(queueItemKey(item)) < 0.5;
}
