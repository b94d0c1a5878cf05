import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { Definition } from '@/components/layout/definition';
import { Breadcrumbs } from '@/components/ui/breadcrumbs';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { CountBadge } from '@/components/ui/count-badge';
import { ArrowLeftRight, Pin } from '@/components/ui/icons';
import { TextLink } from '@/components/ui/links';
import type { RunListItem, StoredComparison } from '@/lib/queries';
import { pinBaseline } from '@/lib/queries';
import { caseChanges, describeRateChange } from '@/runner/verdict';
import { type CaseChangeOrEdit, changeLook } from './change-look';
import { ComparedRunCard } from './compared-run-card';

type Props = {
  data: StoredComparison;
  runs: readonly RunListItem[];
  baseline: string | undefined;
  change: CaseChangeOrEdit | null;
  onChange: (change: CaseChangeOrEdit | null) => void;
  onRuns: (ids: { base?: string; head?: string }) => void;
};

/** Shows the two compared runs, the number of changed cases, and whether the change is statistically significant. */
export function ComparisonHeader({ data, runs, baseline, change, onChange, onRuns }: Props) {
  const { base, head, comparison, change: wholeChange } = data;
  const router = useRouter();
  const pin = useMutation({
    mutationFn: (pinned: boolean) => pinBaseline(base.runId, pinned),
    onSuccess: () => router.refresh(),
  });
  const oneRun = base.runId === head.runId;
  const isPinned = baseline === base.runId;
  const counts: [CaseChangeOrEdit, number][] = [
    ...caseChanges.map((name): [CaseChangeOrEdit, number] => [name, comparison.counts[name]]),
    ['edited', comparison.edited],
  ];
  return (
    <header className="flex shrink-0 flex-col gap-2 border-b bg-surface px-4 pt-2.5 pb-2">
      <div className="flex flex-wrap items-center gap-2">
        <Breadcrumbs parents={[{ text: 'Runs', href: '/runs' }]} page="Compare" />
        <span className="grow" />
        <TextLink href="/compare/matrix" className="py-1">
          Matrix
        </TextLink>
        {!oneRun && (
          <>
            <Button
              size="sm"
              aria-pressed={isPinned}
              disabled={pin.isPending}
              onClick={() => pin.mutate(!isPinned)}
              title="Later runs of this suite, agent, connector and simulator are compared with the baseline"
            >
              <Pin aria-hidden className={cn('size-3.5', isPinned && 'fill-current')} />
              {isPinned ? 'Unpin baseline' : 'Pin as baseline'}
            </Button>
            <Button size="sm" onClick={() => onRuns({ base: head.runId, head: base.runId })} icon={ArrowLeftRight}>
              Swap
            </Button>
          </>
        )}
      </div>
      {pin.isError && (
        <p role="alert" className="text-fail text-xs">
          {pin.error.message}
        </p>
      )}
      {oneRun ? (
        <p className="text-ink-soft text-xs">
          Two attempts of each case in{' '}
          <TextLink href={`/runs/${head.runId}`}>one run of {head.label ?? head.suiteKey}</TextLink>.{' '}
          <TextLink href={`/compare?head=${head.runId}`}>Compare it with another run</TextLink>
        </p>
      ) : (
        <div className="grid gap-2 md:grid-cols-2">
          <ComparedRunCard
            title="Before"
            run={base}
            interval={comparison.before.interval}
            runs={runs}
            onRun={(id) => onRuns({ base: id })}
            pinned={isPinned}
          />
          <ComparedRunCard
            title="After"
            run={head}
            interval={comparison.after.interval}
            runs={runs}
            onRun={(id) => onRuns({ head: id })}
            pinned={false}
          />
        </div>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-xs">
        <ul aria-label="Cases by change" className="-mx-2 flex flex-wrap gap-1">
          {counts
            .filter(([, count]) => count > 0)
            .map(([name, count]) => (
              <li key={name}>
                <CountBadge
                  look={changeLook[name]}
                  count={count}
                  word={changeLook[name].word.toLowerCase()}
                  active={change === name}
                  onClick={() => onChange(change === name ? null : name)}
                />
              </li>
            ))}
        </ul>
        {!oneRun && (
          <p className="text-ink-soft">
            Pass rate:{' '}
            <span className={cn(wholeChange.evidence.verdict === 'real' && 'font-semibold text-ink')}>
              {describeRateChange(wholeChange)}
            </span>
          </p>
        )}
        {!oneRun && (
          <Definition title="Statistics" className="open:basis-full">
            <p>
              Only cases with the same content in both runs count. Each is compared with itself, by an exact test: a
              change is real if at most 5% of comparisons would differ as much by chance. The test assumes that nothing
              but the recorded change differed: a provider may have changed its model.
            </p>
            <p>
              <b>Newly failing</b> is worse by more than chance; <b>new</b> passed before and fails now, which may be
              chance; <b>flaky</b> passed and failed in the same run.
            </p>
          </Definition>
        )}
      </div>
      {pin.isError && (
        <p role="alert" className="text-fail text-xs">
          {pin.error.message}
        </p>
      )}
    </header>
  );
}
