import { Button } from '@/components/ui/button';
import { LinkButton, TextLink } from '@/components/ui/links';
import { Status } from '@/components/ui/status';
import { buildApiPath } from '@/lib/queries';
import type { Review } from '@/runner/contract';
import { attemptKey } from '@/runner/fold';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';
import { measureAgreementOfAll, measureAgreementOfPairs } from '@/runner/verdict';
import { ConfusionTable } from '../confusion-table';
import { describeAgreement, listAgreements } from '../list-agreements';
import { reviewLook } from '../review-look';
import { KappaDefinition, PeopleAgreement } from './people-agreement';
import { RuleProposalLinks } from './proposal-links';
import type { QueuedAttempt } from './queue-source';
import {
  findReviewDisagreements,
  pairReviewsWithVerdicts,
  type ReviewedAttempt,
  RUN_JUDGE_NAME,
} from './sample-agreement';
import { SaveConversationsActions } from './save-decided-actions';

type Props = {
  runId: string;
  attempts: readonly QueuedAttempt[];
  /** All reviews of the run, by any reviewer. */
  reviews: readonly Review[];
  mineOf: (attempt: QueuedAttempt) => Review | undefined;
  onGoTo: (index: number) => void;
  onMore: (() => void) | undefined;
};

/**
 * Summarizes the reviews of a sample: how often the reviewer agrees with the run and with each judge, and where not.
 */
export function SampleReviewSummary({ runId, attempts, reviews, mineOf, onGoTo, onMore }: Props) {
  const reviewedAttempts = attempts.flatMap((attempt, index): ReviewedAttempt[] => {
    const review = mineOf(attempt);
    return review === undefined ? [] : [{ attempt, place: index, review }];
  });
  const open = attempts.findIndex((attempt) => mineOf(attempt) === undefined);
  const notAgent = reviewedAttempts.filter(({ review }) => review.verdict === 'not_agent').length;
  const judges = listAgreements(pairReviewsWithVerdicts(reviewedAttempts));
  const decisions = listNamedReviewerDecisions(reviews);
  const people = measureAgreementOfPairs(decisions);
  return (
    <>
      <h2 className="font-semibold text-lg">
        You reviewed {reviewedAttempts.length} of {formatCountWithNoun(attempts.length, 'conversation')}
      </h2>
      <div className="flex flex-wrap items-center gap-2">
        {open >= 0 && (
          <Button look="primary" onClick={() => onGoTo(open)}>
            Review the rest
          </Button>
        )}
        {onMore !== undefined && <Button onClick={onMore}>Review 20 more</Button>}
        <TextLink href={`/runs/${encodeURIComponent(runId)}`}>Back to the run</TextLink>
        <a
          href={buildApiPath('GET /api/runs/[runId]/reviews', { runId, format: 'csv' })}
          download
          className="text-accent underline-offset-2 hover:underline"
        >
          Export reviews
        </a>
      </div>
      <SaveConversationsActions
        conversations={reviewedAttempts.map(({ attempt, review: { verdict, note } }) => ({
          runId,
          ...attempt,
          verdict: verdict === 'not_agent' ? undefined : verdict,
          note,
        }))}
      />
      <RuleProposalLinks attempts={reviewedAttempts.map(({ attempt }) => attempt)} />
      <PeopleAgreement of={{ people, all: measureAgreementOfAll(decisions) }} />
      {judges.map((judge) => (
        <section key={judge.name} aria-label={`Agreement with ${judge.name}`}>
          <h3 className="font-medium">{`You ${describeAgreement(judge)}`}</h3>
          <div className="overflow-x-auto text-xs">
            <ConfusionTable {...judge} people="You say" judge={judge.name === RUN_JUDGE_NAME ? 'Run' : 'Judge'} />
          </div>
        </section>
      ))}
      {(judges.length > 0 || people.length > 0) && <KappaDefinition />}
      {notAgent > 0 && (
        <p className="text-ink-soft text-xs">
          {notAgent} not the agent’s fault: left out, because they cannot show whether a judge is right.
        </p>
      )}
      <p className="text-ink-soft text-xs">
        Half of the sample passed and half failed, where possible. How often a pass or a failure is right holds for the
        run; the other shares are of this sample.
      </p>
      <ReviewDifferences differences={findReviewDisagreements(reviewedAttempts)} onGoTo={onGoTo} />
    </>
  );
}

/**
 * Returns the verdicts of all reviewers of the run. Leaves out reviewers without a name, because they cannot be told
 * apart.
 */
function listNamedReviewerDecisions(reviews: readonly Review[]) {
  return reviews
    .filter(({ reviewer }) => reviewer.trim() !== '')
    .map((review) => ({ item: attemptKey(review), reviewer: review.reviewer, label: review.verdict }));
}

type DifferencesProps = { differences: readonly ReviewedAttempt[]; onGoTo: (index: number) => void };

function ReviewDifferences({ differences, onGoTo }: DifferencesProps) {
  if (differences.length === 0) return null;
  return (
    <section aria-labelledby="differences">
      <h3 id="differences" className="font-medium">
        Where you and the run differ
      </h3>
      <ul className="mt-1 flex flex-col">
        {differences.map(({ attempt, place, review }) => (
          <li key={attemptKey(attempt)} className="flex flex-wrap items-baseline gap-x-3 border-t py-1.5 text-xs">
            <LinkButton onClick={() => onGoTo(place)} className="min-h-6 font-medium">
              {replaceInvisibleCharacters(attempt.caseId)}
              {attempt.attempt > 1 && ` · attempt ${attempt.attempt}`}
            </LinkButton>
            <Status of={attempt.status} className="text-xs" />
            <span>you: {reviewLook[review.verdict].word}</span>
            {review.note !== '' && (
              <span className="min-w-0 break-words text-ink-soft">“{replaceInvisibleCharacters(review.note)}”</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
