import { useQuery, useQueryClient } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useCommands } from '@/components/layout/commands';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { CaseName } from '@/components/runs/cases/case-name';
import { searchHitAddress } from '@/components/search/search-hit-address';
import { lazyComponent, loadPart } from '@/components/ui/lazy-component';
import { TextLink } from '@/components/ui/links';
import { PendingQuery } from '@/components/ui/pending-query';
import { createStoredState, StoredStateContext } from '@/components/ui/stored-state';
import { AttemptTexts } from '@/components/ui/whole-text';
import { attemptQuery, type ReviewSample } from '@/lib/queries';
import { attemptKey } from '@/runner/fold';
import type { Reviews } from '../reviews';
import { selectTurnReviews, TurnReviewsContext } from '../turn-reviews-context';
import { QueueBar } from './queue-bar';
import { QueueProgress } from './queue-progress';
import { ReadConversation } from './read-conversation';
import { type QueuedAttempt, useQueue } from './use-queue';

const QueueEnd = lazyComponent(dynamic(() => loadPart(() => import('./queue-end'), 'QueueEnd')));

type Props = {
  runId: string;
  sample: ReviewSample;
  reviews: Reviews;
  /** Moves to the next part of the sample; missing if all attempts have been drawn. */
  onMore: (() => void) | undefined;
};

/** Shows conversations one after another; the run's verdict appears only after the reviewer's. */
export function ReviewQueue({ runId, sample, reviews, onMore }: Props) {
  const { attempts } = sample;
  const queue = useQueue(attempts, reviews);
  const { at, goTo, give, undo, mineOf } = queue;
  const [showing, setShowing] = useState(false);
  const note = useRef<HTMLInputElement>(null);
  const current = attempts[at];
  usePrefetched(runId, attempts[at + 1]);
  useShortcuts({
    j: () => goTo(at + 1),
    k: () => goTo(at - 1),
    1: () => give('good'),
    2: () => give('bad'),
    3: () => give('not_agent'),
    u: () => undo?.(),
    n: () => note.current?.focus(),
  });
  useCommands(() => [
    { id: 'show-verdicts', title: showing ? 'Hide verdicts' : 'Show verdicts', run: () => setShowing(!showing) },
    ...(undo === undefined ? [] : [{ id: 'undo-review', title: 'Undo the last review', keys: 'u', run: undo }]),
  ]);
  return (
    <>
      <QueueProgress
        at={at}
        of={attempts.length}
        done={queue.done}
        showing={showing}
        onShowing={setShowing}
        reviewer={reviews.reviewer}
        setReviewer={reviews.setReviewer}
      />
      <ReadingPane subject={current === undefined ? 'end' : attemptKey(current)}>
        {current === undefined ? (
          <QueueEnd runId={runId} attempts={attempts} mineOf={mineOf} onGoTo={goTo} onMore={onMore} />
        ) : (
          <QueuedConversation
            reviews={reviews}
            key={attemptKey(current)}
            runId={runId}
            attempt={current}
            revealed={showing || mineOf(current) !== undefined}
          />
        )}
      </ReadingPane>
      <QueueBar
        queue={queue}
        mine={current && mineOf(current)}
        atEnd={current === undefined}
        note={note}
        problem={queue.refusal ?? reviews.problem}
      />
    </>
  );
}

/** Prefetches the next conversation. */
function usePrefetched(runId: string, next: QueuedAttempt | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (next !== undefined) void client.prefetchQuery(attemptQuery(runId, next));
  }, [client, runId, next]);
}

/** The scroll container. It takes the focus, so that scroll keys work at once, unless another element has it. */
function ReadingPane({ subject, children }: { subject: string; children: ReactNode }) {
  const pane = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every conversation begins at its top
  useEffect(() => {
    if (pane.current === null) return;
    pane.current.scrollTop = 0;
    if (document.activeElement === document.body) pane.current.focus({ preventScroll: true });
  }, [subject]);
  return (
    <section
      ref={pane}
      aria-label="Conversation"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable without a mouse
      tabIndex={0}
      className="min-h-0 grow overflow-y-auto px-4 py-4 outline-none focus-visible:shadow-[inset_0_2px_0_var(--accent)]"
    >
      <div className="mx-auto flex max-w-3xl flex-col gap-4">{children}</div>
    </section>
  );
}

type ConversationProps = { runId: string; reviews: Reviews; attempt: QueuedAttempt; revealed: boolean };

function QueuedConversation({ runId, reviews, attempt: queued, revealed }: ConversationProps) {
  const { suiteKey, caseId, attempt, announced } = queued;
  const place = { suiteKey, caseId, attempt };
  const query = useQuery(attemptQuery(runId, place));
  const openState = useMemo(createStoredState, []);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="min-w-0 break-words">
          <CaseName id={announced.id} name={announced.name} />
        </h2>
        {attempt > 1 && <span className="text-ink-soft text-xs">attempt {attempt}</span>}
        <span className="min-w-0 truncate text-ink-faint text-xs">{suiteKey}</span>
        <TextLink href={searchHitAddress({ runId, ...place, turn: 0 })} className="ml-auto text-xs">
          Open in the run
        </TextLink>
      </div>
      {query.data === undefined ? (
        <PendingQuery query={query} className="h-40" />
      ) : (
        <AttemptTexts place={{ runId, ...place }}>
          <StoredStateContext value={openState}>
            <TurnReviewsContext value={selectTurnReviews(reviews, place)}>
              <ReadConversation announced={announced} attempt={query.data} revealed={revealed} />
            </TurnReviewsContext>
          </StoredStateContext>
        </AttemptTexts>
      )}
    </>
  );
}
