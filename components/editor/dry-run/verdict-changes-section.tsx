import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCaseDocument } from '@/components/editor/document/case-document';
import { Button } from '@/components/ui/button';
import { ArrowRight } from '@/components/ui/icons';
import { TextLink } from '@/components/ui/links';
import { Notice } from '@/components/ui/notice';
import { Status } from '@/components/ui/status';
import { type RouteAnswers, verdictChangesQuery } from '@/lib/queries';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';

type VerdictChanges = RouteAnswers['POST /api/cases/changes'];
type VerdictChange = VerdictChanges['changes'][number];

/** Shows on request which stored results of the suite would change with the edited text. */
export function VerdictChangesSection() {
  const { suiteKey, text } = useCaseDocument();
  const [request, setRequest] = useState<{ text: string; all: boolean }>();
  const { data, error, isFetching, refetch } = useQuery(verdictChangesQuery(suiteKey, request?.text, request?.all));
  const isAsked = request?.text === text;
  return (
    <section aria-label="All stored runs" className="flex flex-col gap-2 border-t px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="font-medium text-xs">All stored runs of this suite</h2>
        <Button
          size="sm"
          disabled={isFetching}
          onClick={() => (isAsked ? refetch() : setRequest({ text, all: false }))}
        >
          {data === undefined ? 'Show what would change' : 'Check again'}
        </Button>
      </div>
      {error !== null && <Notice title="The stored runs could not be judged." details={[error.message]} />}
      <p role="status" className="text-ink-soft text-xs">
        {isFetching && 'Judging the stored runs…'}
        {!isFetching && data !== undefined && summarizeVerdictChanges(data)}
        {data !== undefined && !isAsked && ' The text has changed since this check.'}
      </p>
      {data !== undefined && data.olderRuns > 0 && isAsked && (
        <Button size="sm" disabled={isFetching} onClick={() => setRequest({ text, all: true })} className="self-start">
          Check all runs
        </Button>
      )}
      {data !== undefined && (
        <ul className="flex flex-col">
          {data.changes.map((change) => (
            <ChangeRow key={`${change.caseId} ${change.was} ${change.now}`} change={change} suiteKey={suiteKey} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ChangeRow({ change, suiteKey }: { change: VerdictChange; suiteKey: string }) {
  const { caseId, was, now, why, count, runId, attempt } = change;
  const address = new URLSearchParams({ suite: suiteKey, case: caseId, attempt: String(attempt) });
  return (
    <li className="flex flex-col gap-0.5 border-t py-1.5 text-xs">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <TextLink href={`/runs/${runId}?${address}`}>{replaceInvisibleCharacters(caseId)}</TextLink>
        <Status of={was} />
        <ArrowRight aria-label="would be" className="size-3 shrink-0 self-center text-ink-faint" />
        <Status of={now} />
        <span className="ml-auto text-ink-faint">{formatCountWithNoun(count, 'attempt')}</span>
      </p>
      {why !== undefined && <p className="break-words text-ink-soft">{replaceInvisibleCharacters(why)}</p>}
    </li>
  );
}

function summarizeVerdictChanges({ changes, attempts, runs, olderRuns }: VerdictChanges): string {
  const judgedNote = `${formatCountWithNoun(attempts, 'attempt')} of ${formatCountWithNoun(runs, 'run')}`;
  const olderRunsNote = olderRuns === 0 ? '' : ` ${formatCountWithNoun(olderRuns, 'older run')} left out.`;
  if (attempts === 0) return 'No stored run has a case of this file.';
  const certainCount = changes.reduce((sum, { now, count }) => (now === 'open' ? sum : sum + count), 0);
  const open = changes.reduce((sum, { now, count }) => (now === 'open' ? sum + count : sum), 0);
  const unknown = open === 0 ? '' : `, ${open} ${open === 1 ? 'needs' : 'need'} a new run`;
  if (certainCount === 0 && open === 0) return `${judgedNote}: no verdict would change.${olderRunsNote}`;
  return `${judgedNote}: ${certainCount} would end differently${unknown}.${olderRunsNote}`;
}
