import Link from 'next/link';
import { visibleText } from '@/lib/format';
import type { Trends } from '@/lib/queries';
import { markerWords, momentOf } from './trend-words';

const SHOWN = 8;

/** What changed between neighbouring runs: the dashed lines of the charts in words, newest first. */
export function MarkerList({ trends: { runs, markers } }: { trends: Trends }) {
  if (markers.length === 0) return null;
  const newest = markers.toReversed();
  return (
    <section aria-label="What changed" className="rounded-lg border bg-surface px-4 py-3 text-xs">
      <h2 className="font-semibold">What changed</h2>
      <p className="text-2xs text-ink-faint">Dashed lines in the charts.</p>
      <Markers runs={runs} markers={newest.slice(0, SHOWN)} />
      {newest.length > SHOWN && (
        <details>
          <summary className="text-accent">{newest.length - SHOWN} earlier changes</summary>
          <Markers runs={runs} markers={newest.slice(SHOWN)} />
        </details>
      )}
    </section>
  );
}

function Markers({ runs, markers }: Pick<Trends, 'runs' | 'markers'>) {
  return (
    <ul className="mt-1 flex flex-col gap-1">
      {markers.map((marker) => {
        const run = runs[marker.index];
        const before = runs[marker.index - 1];
        if (run === undefined || before === undefined) return null;
        return (
          <li key={run.runId} className="break-words">
            <Link
              href={`/compare?base=${before.runId}&head=${run.runId}`}
              prefetch={false}
              className="text-accent tabular-nums underline underline-offset-2"
            >
              {momentOf(run.startedAt)}
            </Link>{' '}
            {visibleText(markerWords(marker))}
          </li>
        );
      })}
    </ul>
  );
}
