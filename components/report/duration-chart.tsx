import { ChartTable } from '@/components/charts/chart-table';
import { formatCountWithNoun } from '@/runner/format';
import { formatDuration } from '@/runner/values';
import { ChartCard } from './chart-card';
import { buildHistogram, type HistogramBin } from './histogram';

const HEIGHT_PX = 120;

/** Histogram of the durations of attempts. */
export function DurationChart({ durations }: { durations: readonly number[] }) {
  const bins = buildHistogram(durations);
  const highestCount = Math.max(...bins.map(({ count }) => count));
  const first = formatDuration(bins[0]?.from ?? 0);
  const last = formatDuration(bins.at(-1)?.to ?? 0);
  return (
    <ChartCard title="Durations">
      <div
        role="img"
        aria-label={`How long ${formatCountWithNoun(durations.length, 'attempt')} took, from ${first} to ${last}`}
        className="flex items-end gap-[1%]"
        style={{ height: HEIGHT_PX }}
      >
        {bins.map((bin) => (
          <span
            key={bin.from}
            title={`${binLabel(bin)}: ${bin.count}`}
            className="grow basis-0 rounded-t-sm bg-accent"
            style={{ height: bin.count === 0 ? 0 : Math.max(2, (bin.count / highestCount) * HEIGHT_PX) }}
          />
        ))}
      </div>
      <p className="flex justify-between text-2xs text-ink-faint tabular-nums">
        <span>{first}</span>
        <span>{last}</span>
      </p>
      <details>
        <summary className="text-accent text-xs">Show table</summary>
        <ChartTable
          columns={[{ title: 'Duration' }, { title: 'Attempts' }]}
          lines={bins.map((bin) => ({ key: String(bin.from), cells: [binLabel(bin), bin.count] }))}
        />
      </details>
    </ChartCard>
  );
}

function binLabel({ from, to }: HistogramBin): string {
  return `${formatDuration(from)} – ${formatDuration(to)}`;
}
