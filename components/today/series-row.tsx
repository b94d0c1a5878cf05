import Link from 'next/link';
import { TextWithCode } from '@/components/diagnosis/text-with-code';
import { shortSuiteName } from '@/components/runs/suite-names';
import { cn } from '@/components/ui/cn';
import { TextLink } from '@/components/ui/links';
import { toneClasses } from '@/components/ui/status-look';
import { TimeAgo } from '@/components/ui/time-ago';
import { connectorKey, RULE_BASED_SIMULATOR, type SeriesOverview } from '@/lib/queries';
import { formatCountWithNoun, formatLocalTime, formatPercent } from '@/runner/format';
import { listSeriesRemarks, type SeriesRemark, type SeriesState, type StatusTone } from '@/runner/verdict';
import { RunStrip } from './run-strip';

const seriesStateLooks: Readonly<Record<SeriesState, { title: string; tone: StatusTone }>> = {
  new: { title: 'New failure', tone: 'fail' },
  outage: { title: 'Outage', tone: 'late' },
  broken: { title: 'Broken', tone: 'fail' },
  flaky: { title: 'Flaky', tone: 'late' },
  unknown: { title: 'No results yet', tone: 'idle' },
  fine: { title: 'Passing', tone: 'pass' },
};

type Props = {
  series: SeriesOverview;
  folder: string;
  /** The number of connectors with which the suite ran on this agent. */
  models: number;
};

/**
 * A row for one suite, agent and connector: the current state, the last runs, and a sentence on what has been broken
 * since when and why.
 */
export function SeriesRow({ series, folder, models }: Props) {
  const { summary, newest, suiteKey, agentId, connector, simulator } = series;
  const { title, tone } = seriesStateLooks[summary.state];
  const trends = `/trends?${new URLSearchParams({ suite: suiteKey, agent: agentId, connector: connectorKey(connector), simulator: simulator ?? RULE_BASED_SIMULATOR })}`;
  return (
    <div className="grid gap-x-4 gap-y-1 px-4 py-3 lg:grid-cols-[7rem_minmax(0,1fr)_14rem_7rem] lg:items-start">
      <span
        className={cn(
          'w-fit rounded-full px-2 py-0.5 font-medium text-xs',
          toneClasses[tone].soft,
          toneClasses[tone].text,
        )}
      >
        {title}
      </span>
      <div className="flex min-w-0 flex-col gap-0.5">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <SuiteName of={series} folder={folder} />
          <span className="min-w-0 truncate text-ink-soft text-xs">
            {agentId}
            {connector && <span className="text-ink-faint"> @ {connector}</span>}
            {simulator && <span className="text-ink-faint">, user: {simulator}</span>}
          </span>
          {models > 1 && (
            <TextLink
              href={`/compare/matrix?${new URLSearchParams({ suite: suiteKey, agent: agentId })}`}
              className="text-xs"
            >
              {models} models side by side
            </TextLink>
          )}
          {series.running !== undefined && (
            <TextLink href={`/runs/${series.running}`} className="text-xs">
              Running now
            </TextLink>
          )}
        </p>
        <SeriesSummary series={series} />
        {series.partialSince > 0 && newest !== null && (
          <p className="text-2xs text-ink-faint">
            {formatCountWithNoun(series.partialSince, 'newer run')} had only some of the cases or{' '}
            {series.partialSince === 1 ? 'was' : 'were'} stopped.
          </p>
        )}
      </div>
      <Link href={trends} prefetch={false} title="Trends of this suite" className="w-fit">
        <span className="sr-only">Trends: </span>
        <RunStrip letters={series.strip} />
      </Link>
      <p className="text-ink-soft text-xs tabular-nums lg:text-right">
        {newest !== null && (
          <>
            {newest.judged > 0 && (
              <span className="lg:block">{formatPercent(newest.passed / newest.judged)} passed </span>
            )}
            <span className="text-ink-faint">
              <TimeAgo time={newest.startedAt} />
            </span>
          </>
        )}
      </p>
    </div>
  );
}

function SuiteName({ of: { suiteKey, newest, running }, folder }: { of: SeriesOverview; folder: string }) {
  const name = shortSuiteName(suiteKey, folder);
  const runId = newest?.runId ?? running;
  if (runId === undefined) return <span className="min-w-0 truncate font-medium">{name}</span>;
  return (
    <Link href={`/runs/${runId}`} title={suiteKey} className="min-w-0 truncate font-medium hover:underline">
      {name}
    </Link>
  );
}

function SeriesSummary({ series: { summary, cause, changes, newest, partialSince } }: { series: SeriesOverview }) {
  if (newest === null) {
    return (
      <p className="text-ink-soft">
        {partialSince > 0
          ? `${formatCountWithNoun(partialSince, 'run')}, none of them complete`
          : 'The first run has not ended yet'}
      </p>
    );
  }
  const remarks = listSeriesRemarks(summary, { cause, changes }, formatLocalTime);
  return (
    <p className="text-ink">
      {remarks.map((remark, index) => (
        <span key={remark.words}>
          {index > 0 && '; '}
          <bdi dir="ltr">
            <SeriesRemarkText of={remark} />
          </bdi>
        </span>
      ))}
      .
    </p>
  );
}

function SeriesRemarkText({ of: { words, runId } }: { of: SeriesRemark }) {
  const text = <TextWithCode text={words} />;
  if (runId === undefined) return text;
  return (
    <TextLink
      look="plain"
      href={`/runs/${runId}`}
      className="text-ink underline decoration-line-strong underline-offset-2"
    >
      {text}
    </TextLink>
  );
}
