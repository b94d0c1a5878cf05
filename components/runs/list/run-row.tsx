import Link from 'next/link';
import { formatMoneyAmount } from '@/components/spending/format-spending';
import { Badge } from '@/components/ui/badge';
import { ElapsedTime } from '@/components/ui/elapsed-time';
import { TimeAgo } from '@/components/ui/time-ago';
import type { RunsPage } from '@/lib/queries';
import { formatAgentName, formatCountWithNoun, toSeriesKey } from '@/runner/format';
import { RunStatus } from '../run-status';
import { shortSuiteName } from '../suite-names';
import { PassRate } from './pass-rate';
import { RunMenu, type RunMenuActions } from './run-menu';
import { Sparkline } from './sparkline';

export const runColumns =
  'lg:grid lg:grid-cols-[minmax(0,2.2fr)_minmax(0,1.3fr)_7.5rem_minmax(8rem,1fr)_6rem_6.5rem_5rem_6rem_1.75rem] lg:items-center lg:gap-x-4 xl:grid-cols-[minmax(0,1.6fr)_minmax(0,1.2fr)_minmax(0,1.2fr)_7rem_minmax(8rem,1fr)_6rem_6rem_4.5rem_5.5rem_1.75rem] xl:gap-x-3';

type Props = { run: RunsPage['runs'][number]; page: RunsPage; folder: string; actions: RunMenuActions };

export function RunRow({ run, page, folder, actions }: Props) {
  const name = shortSuiteName(run.suiteKey, folder);
  // If space is short, the folders of the suite's name are cut off before its file name.
  const fileStart = name.lastIndexOf('/') + 1;
  return (
    <div className={`relative flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-2.5 hover:bg-hover ${runColumns}`}>
      <span className="flex min-w-0 basis-full flex-col pr-8 lg:basis-auto lg:pr-0">
        <span className="flex min-w-0 items-baseline gap-2">
          <Link
            href={`/runs/${run.runId}`}
            className="flex min-w-0 font-medium after:absolute after:inset-0"
            aria-label={run.suiteKey}
            title={run.suiteKey}
          >
            <span className="truncate">{name.slice(0, fileStart)}</span>
            <span className="max-w-full shrink-0 truncate">{name.slice(fileStart)}</span>
          </Link>
          {run.forkedAt !== undefined && <Badge className="shrink-0">Fork at turn {run.forkedAt}</Badge>}
          {run.purpose !== undefined && (
            <Badge className="shrink-0" title="Does not count in rates, trends or baselines">
              {purposeLabels[run.purpose]}
            </Badge>
          )}
          {run.beganBefore === true && (
            <Badge
              className="shrink-0"
              title="The start time of this run is earlier than that of a run recorded before it; runs are listed in the order of recording"
            >
              Clock was wrong
            </Badge>
          )}
        </span>
      </span>
      <RunVersion run={run} />
      <span className="min-w-0 truncate text-ink-soft" title={formatAgentName(run)}>
        {run.agentId}
        {run.connector !== undefined && <span className="text-ink-faint"> @ {run.connector}</span>}
      </span>
      <RunStatus status={run.status} counts={run.counts} />
      <span className="basis-full lg:basis-auto">
        <PassRate
          counts={run.counts}
          faults={run.faults}
          attempts={run.total * (run.autoRuns === true ? 1 : run.attempts)}
          status={run.status}
        />
      </span>
      <Link
        href={`/trends?${new URLSearchParams({ suite: run.suiteKey, agent: run.agentId, connector: run.connector ?? '-' })}`}
        prefetch={false}
        title="Trends of this suite"
        className="relative justify-self-start"
      >
        <span className="sr-only">Trends of this suite: </span>
        <Sparkline points={page.trends[toSeriesKey(run)] ?? []} runId={run.runId} />
      </Link>
      <span className="text-ink-soft tabular-nums">
        {formatCountWithNoun(run.total, 'case')}
        {run.attempts > 1 && <span className="text-ink-faint"> × {run.autoRuns === true ? 'auto' : run.attempts}</span>}
        <RunStability stability={page.stability[run.runId]} />
      </span>
      <span className="text-ink-soft">
        <ElapsedTime from={run.startedAt} to={run.finishedAt} />
        {run.cost !== undefined && (
          <span className="block whitespace-nowrap text-2xs text-ink-faint tabular-nums max-lg:inline max-lg:pl-2">
            <span className="sr-only">Cost </span>
            {formatMoneyAmount(run.cost)}
          </span>
        )}
      </span>
      <span className="relative ml-auto text-ink-faint lg:ml-0">
        <TimeAgo time={run.startedAt} />
      </span>
      <span className="absolute top-2 right-3 lg:static">
        <RunMenu run={run} actions={actions} />
      </span>
    </div>
  );
}

const purposeLabels: Readonly<Record<NonNullable<Props['run']['purpose']>, string>> = {
  attack: 'Attack',
  bisect: 'Bisection',
};

/** Shows the label of a run, its branch and its commit; in a column of their own if there is enough space. */
function RunVersion({ run: { label, branch, commit } }: Pick<Props, 'run'>) {
  return (
    <span className="flex min-w-0 basis-full flex-wrap items-baseline gap-x-1.5 text-2xs text-ink-faint empty:hidden lg:col-start-1 lg:row-start-2 xl:col-auto xl:row-auto xl:empty:flex">
      {label !== undefined && (
        <Badge title={label} className="min-w-0 max-w-full">
          {label}
        </Badge>
      )}
      {commit !== undefined && (
        <span className="flex min-w-0 items-baseline gap-1.5">
          {branch !== undefined && (
            <span className="min-w-0 truncate" title={branch}>
              {branch}
            </span>
          )}
          <span className="shrink-0 font-mono">
            <span className="sr-only">Commit </span>
            {commit.slice(0, 7)}
          </span>
        </span>
      )}
    </span>
  );
}

function RunStability({ stability }: { stability: RunsPage['stability'][string] | undefined }) {
  if (stability === undefined) return null;
  return (
    <span className="block text-2xs text-ink-faint" title="Cases that passed in every attempt">
      {stability.stable} of {stability.judged} always passed
    </span>
  );
}
