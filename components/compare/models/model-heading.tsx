import { TextLink } from '@/components/ui/links';
import type { ModelColumn } from '@/lib/queries';
import { localTime } from '@/runner/format';
import { briefPercent, formatCost, formatDuration } from '@/runner/values';

type Props = { column: ModelColumn; base?: ModelColumn | undefined };

/** Shows the totals of a connector with a link to its run, or, if `base` is set, to the comparison with that run. */
export function ModelHeading({ column, base }: Props) {
  const { connector, runId, startedAt, passed, judged, band, repeated, stable, meanMs, meanCost } = column;
  return (
    <span className="flex flex-col gap-0.5 text-ink-soft text-xs">
      <span className="font-semibold text-ink text-sm">{connector ?? 'the agent’s own connector'}</span>
      <span>
        <span className="font-medium text-ink">{judged === 0 ? 'nothing judged' : briefPercent(passed / judged)}</span>{' '}
        {judged > 0 && `${passed} of ${judged}`}
        {band !== null && `, likely ${briefPercent(band.low)} to ${briefPercent(band.high)}`}
      </span>
      {repeated > 0 && (
        <span>
          {stable} of {repeated} cases stable
        </span>
      )}
      {meanMs !== null && <span>{formatDuration(meanMs)} an attempt</span>}
      {meanCost !== null && <span>{formatCost(meanCost)} an attempt</span>}
      <span className="flex flex-wrap gap-x-3">
        <TextLink href={`/runs/${runId}`} look="inline" className="py-1" title={localTime(startedAt)}>
          Open run
        </TextLink>
        {base !== undefined && (
          <TextLink
            href={`/compare?${new URLSearchParams({ base: base.runId, head: runId })}`}
            look="inline"
            className="py-1"
          >
            Compare with {base.connector ?? 'its own'}
          </TextLink>
        )}
      </span>
    </span>
  );
}
