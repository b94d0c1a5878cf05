import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { CaseHealthCounts } from '@/components/diagnosis/case-health';
import { FaultCounts } from '@/components/faults/fault-counts';
import { useNow } from '@/components/layout/current-time';
import { Button, IconButton } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { ElapsedTime } from '@/components/ui/elapsed-time';
import { ChevronDown, ChevronRight } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { TimeAgo } from '@/components/ui/time-ago';
import type { Connection } from '@/lib/queries';
import { estimateTimeLeft, type RunFigures } from '@/lib/view/run-figures';
import { type CaseRow, describeHelperModels, joinSuites, type RunState } from '@/runner/fold';
import { formatAgentName, formatCountWithNoun, formatElapsedTime, formatPercent } from '@/runner/format';
import { computePassRate, countRunFaults, formatBothRates } from '@/runner/verdict';
import { OutcomeBar } from '../outcome-bar';
import { RunStatus } from '../run-status';
import { LiveIndicator } from './live-indicator';
import { RunActions } from './run-actions';
import { RunNotes } from './run-notes';
import { StatusCounts } from './status-counts';
import { UnjudgedCounts } from './unjudged-counts';
import { ViewSwitch } from './view-switch';

/** The costs load after the page; until then, a placeholder reserves their space. */
const RoleCosts = dynamic(() => loadExport(() => import('@/components/spending/role-costs'), 'RoleCosts'), {
  ssr: false,
  loading: () => <div className="h-4 w-56" />,
});

const RunMetrics = lazyComponent(dynamic(() => loadExport(() => import('./run-metrics'), 'RunMetrics')));

const RunDefinitions = lazyComponent(dynamic(() => loadExport(() => import('./run-definitions'), 'RunDefinitions')));

const ExcludedCounts = lazyComponent(dynamic(() => loadExport(() => import('./excluded-counts'), 'ExcludedCounts')));

type Props = {
  state: RunState;
  figures: RunFigures;
  row: CaseRow | undefined;
  connection: Connection;
  /** True if the header is collapsed. On a phone, it is then hidden, so that the conversation has more space. */
  isFolded?: boolean;
  /**
   * Whether the selection follows the case that is running, with a function that changes this; undefined if the run has
   * ended.
   */
  follow?: { on: boolean; toggle: () => void } | undefined;
  filter: string;
  onFilter: (text: string) => void;
};

export function RunHeader({ state, figures, row, connection, isFolded = false, follow, filter, onFilter }: Props) {
  const rate = computePassRate(state.counts);
  const faults = countRunFaults(state);
  const both = formatBothRates(state.counts, faults);
  const [unfolded, setUnfolded] = useState(false);
  return (
    <header
      className={cn('flex shrink-0 flex-col gap-2 border-b bg-surface px-4 pt-2.5 pb-2', isFolded && 'max-sm:hidden')}
    >
      {/* The views stand beside the title if there is room, and otherwise after the counts. */}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="flex min-w-0 grow basis-40 items-baseline gap-x-4 max-sm:flex-wrap">
          <h1 className="flex min-w-0 items-center gap-1 text-base">
            <Link href="/runs" className="text-ink-faint hover:text-ink">
              Runs
            </Link>
            <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
            <span className="truncate font-semibold" title={state.suites.map(({ key }) => key).join(', ')}>
              {runTitle(state)}
            </span>
          </h1>
          <RunParticipants state={state} isFolded={!unfolded} />
        </div>
        <LiveIndicator connection={connection} />
        {follow !== undefined && (
          <Button size="sm" look="quiet" aria-pressed={follow.on} onClick={follow.toggle}>
            Follow
          </Button>
        )}
        <span className="text-xs">
          <RunStatus status={state.status} counts={state.counts} />
        </span>
        <IconButton
          icon={ChevronDown}
          label="Details of the run"
          aria-expanded={unfolded}
          onClick={() => setUnfolded(!unfolded)}
          className={cn('sm:hidden', unfolded && '[&_svg]:rotate-180')}
        />
        <div className={cn('max-sm:basis-full', !unfolded && 'max-sm:hidden')}>
          <RunActions state={state} bad={figures.unsuccessfulCount} notRun={figures.notRun} row={row} />
        </div>
        <span aria-hidden className="order-2 basis-full max-sm:hidden" />
        <div className={cn('contents text-xs [&>*]:order-3', !unfolded && 'max-sm:hidden')}>
          <span className="flex w-34 items-center gap-2 tabular-nums max-sm:grow">
            <OutcomeBar counts={state.counts} attempts={figures.counting} status={state.status} />
            <span className="whitespace-nowrap text-ink-soft">
              {figures.finished}
              {figures.isUpperLimit === true ? ' of at most ' : '/'}
              {figures.attempts}
            </span>
          </span>
          <StatusCounts
            counts={state.counts}
            running={figures.running}
            status={state.status}
            filter={filter}
            onFilter={onFilter}
          />
          <UnjudgedCounts rows={state.rows} filter={filter} onFilter={onFilter} />
          <CaseHealthCounts filter={filter} onFilter={onFilter} />
          <FaultCounts faults={faults} rows={state.rows} filter={filter} onFilter={onFilter} />
          {state.rows.some(({ setAside }) => setAside !== undefined) && (
            <ExcludedCounts rows={state.rows} filter={filter} onFilter={onFilter} />
          )}
          <span className="text-ink-faint tabular-nums">
            {both ?? (rate !== null && `${formatPercent(rate)} pass rate`)}
            {rate !== null && state.options?.autoRuns !== undefined && ' of first attempts'}
            {rate !== null && ' · '}
            {state.startedAt !== undefined && <ElapsedTime from={state.startedAt} to={state.finishedAt} />}
            {state.finishedAt === undefined && <TimeLeft startedAt={state.startedAt} figures={figures} />}
            {describeRunOptions(state)}
          </span>
          {figures.metrics.length > 0 && <RunMetrics measuredMetrics={figures.metrics} />}
          {Object.keys(state.usage).length > 0 && <RoleCosts usage={state.usage} currency={state.options?.currency} />}
          <RunDefinitions />
          <div className="xl:order-1!">
            <ViewSwitch
              runId={state.runId}
              failures={hasFailuresPageContent(state, figures)}
              hasScores={figures.scored}
            />
          </div>
        </div>
      </div>
      <div className={cn('flex flex-col gap-2 empty:hidden', !unfolded && 'max-sm:hidden')}>
        <RunNotes state={state} figures={figures} />
      </div>
    </header>
  );
}

/** Shows the agent and models of the run, and when it ran. The text is cut off if there is not enough space. */
function RunParticipants({ state, isFolded }: { state: RunState; isFolded: boolean }) {
  const agent = formatAgentLabel(state);
  return (
    <p className={cn('min-w-0 shrink-[2] truncate text-ink-soft text-xs', isFolded && 'max-sm:hidden')}>
      {agent !== runTitle(state) && <bdi className="mr-4">{agent}</bdi>}
      {describeHelperModels(state).map(({ text, why }) => (
        <span key={text} className="mr-4" title={why}>
          {text}
        </span>
      ))}
      {state.startedAt !== undefined && (
        <span className="text-ink-faint">
          <TimeAgo time={state.startedAt} />
        </span>
      )}
    </p>
  );
}

/** Returns true if the page of failures has content: groups of failures, or a graph of checkpoints. */
function hasFailuresPageContent({ finishedAt, rows }: RunState, { unsuccessfulCount }: RunFigures): boolean {
  return (
    finishedAt !== undefined && (unsuccessfulCount > 0 || rows.some(({ checkpoints = [] }) => checkpoints.length > 0))
  );
}

function TimeLeft({ startedAt, figures }: { startedAt: number | undefined; figures: RunFigures }) {
  const now = useNow(1_000);
  const remaining = estimateTimeLeft(figures, now - (startedAt ?? now));
  return remaining === undefined ? null : ` · about ${formatElapsedTime(remaining)} left`;
}

function runTitle({ suites }: RunState): string {
  const [first] = suites;
  if (first === undefined) return 'Run';
  return suites.length === 1 ? first.key : `${first.key} and ${formatCountWithNoun(suites.length - 1, 'other suite')}`;
}

function formatAgentLabel({ suites, options }: RunState): string {
  const { agentId, connector: ownConnector } = joinSuites(suites);
  return formatAgentName({ agentId, connector: options?.connector ?? ownConnector });
}

function describeRunOptions({ options }: RunState): string {
  if (options === undefined) return '';
  const { attempts: count, autoRuns, shard } = options;
  const repeatNote =
    autoRuns === undefined ? `${count} attempts per case` : `until decided, at most ${count} attempts per case`;
  const shardNote = shard === undefined ? '' : ` · shard ${shard.index}/${shard.total}`;
  const attempts = `${shardNote}${count > 1 ? ` · ${repeatNote}` : ''}`;
  return options.parallel > 1 ? `${attempts} · ${options.parallel} parallel` : attempts;
}
