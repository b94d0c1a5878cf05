import { ArrowRight } from '@/components/ui/icons';
import { LinkButton, TextLink } from '@/components/ui/links';
import { Status } from '@/components/ui/status';
import { TimeAgo } from '@/components/ui/time-ago';
import type { DryRun, RecordedAttempt } from '@/runner/authoring';
import { formatCountWithNoun } from '@/runner/format';
import { recordedAttemptKey } from './recorded-attempt-label';

type Props = {
  attempts: readonly RecordedAttempt[];
  runs: readonly DryRun[];
  onChoose: (attempt: RecordedAttempt) => void;
};

/** Lists the recent attempts of the case whose result would change with the edited text. */
export function ChangedResultList({ attempts, runs, onChoose }: Props) {
  const flips = attempts.flatMap((attempt, position) => {
    const now = runs[position]?.status;
    return now === undefined || now === attempt.status ? [] : [{ attempt, now }];
  });
  const certainCount = flips.filter(({ now }) => now !== 'open').length;
  return (
    <section aria-label="What this changes" className="border-t px-4 py-3">
      <h2 className="font-medium text-xs">What this changes</h2>
      <p role="status" className="text-ink-soft text-xs">
        {summarizeChangedResults({ all: attempts.length, certain: certainCount, open: flips.length - certainCount })}
      </p>
      <ul className="mt-1 flex flex-col">
        {flips.map(({ attempt, now }) => (
          <li
            key={recordedAttemptKey(attempt)}
            className="flex flex-wrap items-baseline gap-x-2 gap-y-1 border-t py-1.5 text-xs"
          >
            <Status of={attempt.status} />
            <ArrowRight aria-label="would be" className="size-3 shrink-0 self-center text-ink-faint" />
            <Status of={now} />
            <span className="ml-auto flex items-baseline gap-2">
              <LinkButton onClick={() => onChoose(attempt)}>Why</LinkButton>
              <TextLink href={attemptHref(attempt)}>
                <TimeAgo time={attempt.startedAt} />
                <span className="sr-only">, attempt {attempt.attempt} in its run</span>
              </TextLink>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function summarizeChangedResults({
  all,
  certain: certainCount,
  open,
}: {
  all: number;
  certain: number;
  open: number;
}): string {
  const last = all === 1 ? 'The last attempt' : `The last ${all} attempts`;
  if (certainCount + open === 0) return `${last} would end the same way as ${all === 1 ? 'it' : 'they'} did.`;
  const countText =
    all === 1 ? 'The last attempt' : `Of the last ${formatCountWithNoun(all, 'attempt')}, ${certainCount}`;
  const flips =
    all === 1 ? `${certainCount === 1 ? 'would end differently' : 'needs a new run'}` : 'would end differently';
  const openNote = open > 0 && all > 1 ? `, and ${open} ${open === 1 ? 'needs' : 'need'} a new run` : '';
  return `${countText} ${flips}${openNote}.`;
}

function attemptHref({ runId, suiteKey, caseId, attempt }: RecordedAttempt): string {
  return `/runs/${runId}?${new URLSearchParams({ suite: suiteKey, case: caseId, attempt: String(attempt) })}`;
}
