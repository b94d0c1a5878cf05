import { Checkbox } from '@/components/ui/checkbox';
import { TextLink } from '@/components/ui/links';
import type { MatrixColumn } from '@/lib/queries';
import { formatLocalTime } from '@/runner/format';
import { formatBriefPercent, formatCost, formatDuration } from '@/runner/values';

type Props = {
  column: MatrixColumn;
  title: string;
  /** The run in the first column and its title; undefined in the heading of the first column. */
  base: { runId: string; title: string } | undefined;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
};

/**
 * The heading of a column: the totals of its run, with links to the run and to its comparison with the first column.
 */
export function MatrixHeading({ column, title, base, isTicked, onTick }: Props) {
  const { runId, startedAt, passed, judged, band, repeated, stable, meanMs, meanCost, currency } = column;
  return (
    <span className="flex flex-col gap-0.5 text-ink-soft text-xs">
      <span className="flex min-w-0 items-start gap-1.5 font-semibold text-ink text-sm">
        <Checkbox
          className="mt-0.5 size-3.5"
          aria-label={`Run again on ${title}`}
          checked={isTicked}
          onChange={onTick}
        />
        <span className="truncate" title={title}>
          {title}
        </span>
      </span>
      <span>
        <span className="font-medium text-ink">
          {judged === 0 ? 'no results' : formatBriefPercent(passed / judged)}
        </span>{' '}
        {judged > 0 && `${passed} of ${judged}`}
        {band !== null && `, likely ${formatBriefPercent(band.low)} to ${formatBriefPercent(band.high)}`}
      </span>
      <span className="truncate">
        {[
          repeated === 0 ? undefined : `${stable} of ${repeated} cases stable`,
          meanMs === null ? undefined : formatDuration(meanMs),
          meanCost === null ? undefined : formatCost(meanCost, currency),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <VersionText column={column} />
      <span className="flex flex-wrap gap-x-3">
        <TextLink href={`/runs/${runId}`} look="inline" className="py-1" title={formatLocalTime(startedAt)}>
          Open run
        </TextLink>
        {base !== undefined && (
          <TextLink
            href={`/compare?${new URLSearchParams({ base: base.runId, head: runId })}`}
            look="inline"
            className="py-1"
          >
            Compare with {base.title}
          </TextLink>
        )}
      </span>
    </span>
  );
}

/** Describes a run by its label, branch and commit, and lists the parts of the agent that have changed. */
function VersionText({ column: { label, branch, commit, changed } }: Pick<Props, 'column'>) {
  const words = [
    label,
    branch,
    commit?.slice(0, 7),
    changed.length === 0 ? undefined : `${changed.join(', ')} changed`,
  ].filter(Boolean);
  if (words.length === 0) return null;
  return (
    <span className="truncate" title={words.join(' · ')}>
      {words.join(' · ')}
    </span>
  );
}
