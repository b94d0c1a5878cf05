import { useReviews } from '../use-review-actions';
import { QueuedConversation } from './queued-conversation';
import type { QueueItem } from './use-decisions';

type Props = {
  item: QueueItem;
  /** The names of the two sides, such as their connectors. */
  sides: readonly [string, string];
  /** True if the first conversation is shown on the right. */
  isFlipped: boolean;
  isRevealed: boolean;
};

/** Shows two conversations of one case side by side. Their names appear only after the reviewer's decision. */
export function ConversationPair({ item, sides, isFlipped, isRevealed }: Props) {
  const { suiteKey, caseId, announced } = item;
  const first = { side: sides[0], runId: item.runId, attempt: item.attempt };
  const second = { side: sides[1], runId: item.otherRunId, attempt: item.otherAttempt };
  const [left, right] = isFlipped ? [second, first] : [first, second];
  return (
    <div className="grid gap-x-8 gap-y-10 lg:grid-cols-2">
      {[
        { ...left, title: 'Left' },
        { ...right, title: 'Right' },
      ].map(({ side, runId, attempt, title }) => (
        <section key={title} aria-label={title} className="flex min-w-0 flex-col gap-4">
          <p className="border-b pb-1 text-ink-soft text-xs">
            {title}
            {isRevealed && <span className="font-medium text-ink"> · {side}</span>}
          </p>
          <PairedConversation
            runId={runId}
            conversation={{ suiteKey, caseId, attempt, announced }}
            isRevealed={isRevealed}
          />
        </section>
      ))}
    </div>
  );
}

type SideProps = {
  runId: string;
  conversation: Pick<QueueItem, 'suiteKey' | 'caseId' | 'attempt' | 'announced'>;
  isRevealed: boolean;
};

function PairedConversation({ runId, conversation, isRevealed }: SideProps) {
  const reviews = useReviews(runId);
  return (
    <QueuedConversation
      runId={runId}
      conversation={conversation}
      reviews={reviews}
      isRevealed={isRevealed}
      link="whenRevealed"
    />
  );
}
