import { useQuery } from '@tanstack/react-query';
import { Button } from '@/components/ui/button';
import { LinkButton, TextLink } from '@/components/ui/links';
import { PendingQuery } from '@/components/ui/pending-query';
import { type LoadedReviewQueue, type QueueResults, queueResultsQuery } from '@/lib/queries';
import { queueItemKey } from '@/lib/view/queue-item-key';
import { formatCountWithNoun, formatPercent, replaceInvisibleCharacters } from '@/runner/format';
import { computeMeasuredShare, type MeasuredShare } from '@/runner/verdict';
import { ConfusionTable } from '../confusion-table';
import { describeAgreement, listAgreements } from '../list-agreements';
import { conversationKey, type DecidedConversation } from './decided-conversation';
import { KappaDefinition, PeopleAgreement } from './people-agreement';
import { RuleProposalLinks } from './proposal-links';
import type { OwnDecision } from './queue-source';
import { pairReviewsWithVerdicts, RUN_JUDGE_NAME } from './sample-agreement';
import { SaveConversationsActions } from './save-decided-actions';
import type { QueueItem } from './use-decisions';

type Props = {
  open: LoadedReviewQueue;
  items: readonly QueueItem[];
  mineOf: (item: QueueItem) => OwnDecision | undefined;
  onGoTo: (index: number) => void;
};

/** Shows the results of a queue: all decisions, and how far reviewers agree with each other and with the judges. */
export function NamedQueueResults({ open, items, mineOf, onGoTo }: Props) {
  const results = useQuery(queueResultsQuery(open.name));
  const openPlace = items.findIndex((item) => mineOf(item) === undefined);
  const decidedCount = items.filter((item) => mineOf(item) !== undefined).length;
  return (
    <>
      <h2 className="font-semibold text-lg">
        You decided {decidedCount} of{' '}
        {formatCountWithNoun(items.length, open.queue.compare === undefined ? 'conversation' : 'pair')}
      </h2>
      <div className="flex flex-wrap items-center gap-2">
        {openPlace >= 0 && (
          <Button look="primary" onClick={() => onGoTo(openPlace)}>
            Decide the rest
          </Button>
        )}
        <TextLink href="/review">All queues</TextLink>
      </div>
      <AnswerTable open={open} />
      {results.data === undefined ? (
        <PendingQuery query={results} className="h-24" />
      ) : (
        <Agreement results={results.data} />
      )}
      {open.queue.compare === undefined && results.data !== undefined && (
        <SaveConversationsActions conversations={listDecidedConversations(open, results.data)} />
      )}
      <RuleProposalLinks attempts={results.data?.conversations ?? []} />
      <ReviewerNotes items={items} mineOf={mineOf} onGoTo={onGoTo} />
    </>
  );
}

/** Returns all conversations with decisions. A conversation has a verdict only if all reviewers agree on it. */
function listDecidedConversations(
  { decisions }: LoadedReviewQueue,
  { conversations }: QueueResults,
): DecidedConversation[] {
  const verdicts = new Map(conversations.map((each) => [conversationKey(each), each.verdict]));
  return [...Map.groupBy(decisions, conversationKey)].flatMap(([key, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    const { runId, suiteKey, caseId, attempt } = first;
    const note = group.find((each) => each.note !== '')?.note ?? '';
    return [{ runId, suiteKey, caseId, attempt, verdict: verdicts.get(key), note }];
  });
}

/** A table of how often each label was chosen, by all reviewers together. */
function AnswerTable({ open: { labels, decisions, queue } }: { open: LoadedReviewQueue }) {
  const people = new Set(decisions.map(({ reviewer }) => reviewer));
  const { compare } = queue;
  const rows = labels.map(({ label }) => ({
    name: compare === undefined ? label : describePairLabel(label, compare),
    share: computeMeasuredShare(decisions.filter((each) => each.label === label).length, decisions.length),
  }));
  return (
    <section aria-labelledby="answers">
      <h3 id="answers" className="font-medium">
        {formatCountWithNoun(decisions.length, 'decision')} of{' '}
        {people.size === 1 ? 'one person' : `${people.size} people`}
      </h3>
      <table className="my-2 border-collapse text-xs tabular-nums [&_td]:border [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:px-2 [&_th]:py-1 [&_th]:text-left [&_th]:font-medium">
        <thead>
          <tr>
            <th scope="col">Answer</th>
            <th scope="col">Given</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, share }) => (
            <tr key={name}>
              <th scope="row">{replaceInvisibleCharacters(name)}</th>
              <td>{share.count}</td>
              <td>{formatMeasuredShare(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Agreement({ results }: { results: QueueResults }) {
  const { conversations, disputed, people } = results;
  const judges = listAgreements(
    pairReviewsWithVerdicts(conversations.map((each) => ({ attempt: each, review: { verdict: each.verdict } }))),
  );
  return (
    <>
      <PeopleAgreement of={results} />
      {judges.map((judge) => (
        <section key={judge.name} aria-label={`Agreement with ${judge.name}`}>
          <h3 className="font-medium">{`People ${describeAgreement(judge)}`}</h3>
          <div className="overflow-x-auto text-xs">
            <ConfusionTable {...judge} people="People say" judge={judge.name === RUN_JUDGE_NAME ? 'Run' : 'Judge'} />
          </div>
        </section>
      ))}
      {disputed > 0 && (
        <p className="text-ink-soft text-xs">
          {disputed} on which people disagree: left out, because they cannot show whether a judge is right.
        </p>
      )}
      {(judges.length > 0 || people.length > 0) && <KappaDefinition />}
    </>
  );
}

function ReviewerNotes({ items, mineOf, onGoTo }: Pick<Props, 'items' | 'mineOf' | 'onGoTo'>) {
  const notedItems = items.flatMap((item, index) => {
    const ownDecision = mineOf(item);
    return ownDecision === undefined || ownDecision.note === '' ? [] : [{ item, place: index, mine: ownDecision }];
  });
  if (notedItems.length === 0) return null;
  return (
    <section aria-labelledby="notes">
      <h3 id="notes" className="font-medium">
        Your notes
      </h3>
      <ul className="mt-1 flex flex-col">
        {notedItems.map(({ item, place, mine }) => (
          <li key={queueItemKey(item)} className="flex flex-wrap items-baseline gap-x-3 border-t py-1.5 text-xs">
            <LinkButton onClick={() => onGoTo(place)} className="min-h-6 font-medium">
              {replaceInvisibleCharacters(item.caseId)}
            </LinkButton>
            <span>{replaceInvisibleCharacters(mine.label)}</span>
            <span className="min-w-0 break-words text-ink-soft">“{replaceInvisibleCharacters(mine.note)}”</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describePairLabel(label: string, [first, second]: readonly [string, string]): string {
  if (label === 'same') return 'The same';
  return `${label === 'first' ? first : second} is better`;
}

function formatMeasuredShare({ count, of, low, high }: MeasuredShare): string {
  return of === 0 ? '–' : `${formatPercent(count / of)} (${formatPercent(low)} to ${formatPercent(high)})`;
}
