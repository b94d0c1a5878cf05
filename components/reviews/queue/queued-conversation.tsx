import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { CaseName } from '@/components/runs/cases/case-name';
import { searchHitAddress } from '@/components/search/search-hit-address';
import { FullTextProvider } from '@/components/ui/full-text';
import { TextLink } from '@/components/ui/links';
import { PendingQuery } from '@/components/ui/pending-query';
import { createStoredState, StoredStateContext } from '@/components/ui/stored-state';
import { attemptQuery } from '@/lib/queries';
import type { AnnouncedCase } from '@/runner/contract';
import type { AttemptId } from '@/runner/fold';
import type { Reviews } from '../reviews';
import { selectTurnReviews, TurnReviewsContext } from '../turn-reviews-context';
import { ConversationTranscript } from './conversation-transcript';

type Props = {
  runId: string;
  conversation: AttemptId & { announced: AnnouncedCase };
  reviews: Reviews;
  /** True if the verdicts of the run and the reviews of others may be shown. */
  isRevealed: boolean;
  /**
   * When the link to the run appears. For a pair only after the decision, because the link would reveal which
   * conversation this is.
   */
  link?: 'always' | 'whenRevealed';
};

/** A conversation of a queue with its name and a link to its run. */
export function QueuedConversation({ runId, conversation, reviews, isRevealed, link = 'always' }: Props) {
  const { suiteKey, caseId, attempt, announced } = conversation;
  const attemptAddress = { suiteKey, caseId, attempt };
  const query = useQuery(attemptQuery(runId, attemptAddress));
  const openState = useMemo(createStoredState, []);
  const { reviewer, turnReviews } = reviews;
  const visibleReviews = isRevealed ? turnReviews : turnReviews.filter((review) => review.reviewer === reviewer);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="min-w-0 break-words">
          <CaseName id={announced.id} name={announced.name} />
        </h2>
        {attempt > 1 && <span className="text-ink-soft text-xs">attempt {attempt}</span>}
        <span className="min-w-0 truncate text-ink-faint text-xs">{suiteKey}</span>
        {(link === 'always' || isRevealed) && (
          <TextLink href={searchHitAddress({ runId, ...attemptAddress, turn: 0 })} className="ml-auto text-xs">
            Open in the run
          </TextLink>
        )}
      </div>
      {query.data === undefined ? (
        <PendingQuery query={query} shape="conversation" />
      ) : (
        <FullTextProvider place={{ runId, ...attemptAddress }}>
          <StoredStateContext value={openState}>
            <TurnReviewsContext value={selectTurnReviews({ ...reviews, turnReviews: visibleReviews }, attemptAddress)}>
              <ConversationTranscript announced={announced} attempt={query.data} isRevealed={isRevealed} />
            </TurnReviewsContext>
          </StoredStateContext>
        </FullTextProvider>
      )}
    </>
  );
}
