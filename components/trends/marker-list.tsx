import { useState } from 'react';
import { MarkIcon } from '@/components/charts/chart-mark';
import { TextLink } from '@/components/ui/links';
import type { Trends } from '@/lib/queries';
import { formatLocalTime, replaceInvisibleCharacters } from '@/runner/format';
import { describeMarker, hasOnlyCommitChanges, markShapesOfChanges } from './describe-trends';

const MAX_SHOWN_MARKERS = 8;

/**
 * Lists what changed between consecutive runs, newest first: the dashed lines of the charts as text. Changes of only
 * the commit are collapsed, because there may be one for every run.
 */
export function MarkerList({ trends: { runs, markers } }: { trends: Trends }) {
  if (markers.length === 0) return null;
  const [commits, others] = [true, false].map((isCommit) =>
    markers.toReversed().filter((marker) => hasOnlyCommitChanges(marker) === isCommit),
  );
  return (
    <section aria-label="What changed" className="rounded-lg border bg-surface px-4 py-3 text-xs">
      <h2 className="font-semibold">What changed</h2>
      <p className="text-2xs text-ink-faint">Dashed lines in the charts; faint if only the commit changed.</p>
      <MarkerItems runs={runs} markers={others?.slice(0, MAX_SHOWN_MARKERS) ?? []} />
      <CollapsedMarkers title="earlier changes" runs={runs} markers={others?.slice(MAX_SHOWN_MARKERS) ?? []} />
      <CollapsedMarkers title="commit-only changes" runs={runs} markers={commits ?? []} />
    </section>
  );
}

type MarkersProps = Pick<Trends, 'runs' | 'markers'>;

/**
 * A collapsed list of further changes. It is rendered only when it is opened, because it may have thousands of entries.
 */
function CollapsedMarkers({ title, ...props }: MarkersProps & { title: string }) {
  const [isOpen, setOpen] = useState(false);
  if (props.markers.length === 0) return null;
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="text-accent">
        {props.markers.length} {title}
      </summary>
      {isOpen && <MarkerItems {...props} />}
    </details>
  );
}

function MarkerItems({ runs, markers }: MarkersProps) {
  if (markers.length === 0) return null;
  return (
    <ul className="mt-1 flex flex-col gap-1">
      {markers.map((marker) => {
        const run = runs[marker.index];
        const before = runs[marker.index - 1];
        if (run === undefined || before === undefined) return null;
        return (
          <li key={run.runId} className="break-words">
            <TextLink href={`/compare?base=${before.runId}&head=${run.runId}`} look="inline" className="tabular-nums">
              {formatLocalTime(run.startedAt)}
            </TextLink>{' '}
            {markShapesOfChanges(marker).map((sign) => (
              <MarkIcon key={sign} sign={sign} />
            ))}
            {replaceInvisibleCharacters(describeMarker(marker))}
          </li>
        );
      })}
    </ul>
  );
}
