import { useId } from 'react';
import { AgentOnlyPassRate } from '@/components/faults/agent-only-pass-rate';
import { formatPassRateSummary } from '@/components/faults/format-pass-rate-summary';
import { RunStatus } from '@/components/runs/run-status';
import { Pin } from '@/components/ui/icons';
import { TextLink } from '@/components/ui/links';
import { Select } from '@/components/ui/select';
import { TimeAgo } from '@/components/ui/time-ago';
import type { RunListItem } from '@/lib/queries';
import { formatAgentName, formatPercent } from '@/runner/format';
import { countJudged, type Interval } from '@/runner/verdict';

type Props = {
  title: string;
  run: RunListItem;
  interval: Interval;
  runs: readonly RunListItem[];
  onRun: (runId: string) => void;
  pinned: boolean;
};

/** One of the two compared runs: its name, and its pass rate with the confidence interval. */
export function ComparedRunCard({ title, run, interval, runs, onRun, pinned }: Props) {
  const id = useId();
  const offered = runs.some(({ runId }) => runId === run.runId) ? runs : [run, ...runs];
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1.5 rounded-md border bg-raised px-3 py-2">
      <div className="flex items-center gap-2">
        <label htmlFor={id} className="w-12 shrink-0 font-medium text-xs">
          {title}
        </label>
        <div className="min-w-0 grow">
          <Select
            id={id}
            value={run.runId}
            onValueChange={onRun}
            placeholder="Choose a run"
            options={offered.map((each) => ({ value: each.runId, text: runTitle(each), hint: describeRun(each) }))}
          />
        </div>
        <TextLink href={`/runs/${run.runId}`} className="shrink-0 text-xs">
          Open
        </TextLink>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
        <RunStatus status={run.status} counts={run.counts} />
        {pinned && (
          <span className="flex items-center gap-1 text-ink-soft">
            <Pin aria-hidden className="size-3 fill-current" /> baseline
          </span>
        )}
        <PassRate run={run} interval={interval} />
        <span className="text-ink-faint">
          <TimeAgo time={run.startedAt} />
        </span>
      </p>
    </section>
  );
}

function PassRate({
  run: { counts, faults = {}, passRate },
  interval: { low, high },
}: Pick<Props, 'run' | 'interval'>) {
  const judgedCount = countJudged(counts);
  if (passRate === null) return <span className="text-ink-faint">nothing was judged</span>;
  return (
    <span className="tabular-nums">
      <span className="font-semibold">{formatPercent(passRate)}</span> of {judgedCount}{' '}
      <span className="text-ink-faint" title="95% confidence">
        between {formatPercent(low)} and {formatPercent(high)}
      </span>{' '}
      <AgentOnlyPassRate counts={counts} faults={faults} />
    </span>
  );
}

/**
 * Returns the title of a run. The start time comes first and includes seconds, so that runs of a suite can be told
 * apart even if the end of the title is cut off.
 */
function runTitle({ label, suiteKey, startedAt }: RunListItem): string {
  return `${new Date(startedAt).toISOString().slice(0, 19).replace('T', ' ')} · ${label ?? suiteKey}`;
}

function describeRun(run: RunListItem): string {
  return `${formatAgentName(run)} · ${formatPassRateSummary(run) ?? 'not judged'} · ${run.runId.slice(-8)}`;
}
