import { chartGridClass } from '@/components/charts/chart-skeletons';
import type { Trends } from '@/lib/queries';
import { ELICITED_SHARE_LABEL } from '@/runner/fold';
import { formatCount } from '@/runner/format';
import { formatCost, formatDuration, formatPercent } from '@/runner/values';
import { AmountChart } from './amount-chart';
import { PassRateChart } from './pass-rate-chart';
import { StabilityChart } from './stability-chart';

/** Shows all trend charts. A chart renders nothing if it has no data. */
export function TrendCharts({ trends }: { trends: Trends }) {
  const currency = trends.runs.findLast(({ cost }) => cost?.currency !== undefined)?.cost?.currency;
  return (
    <div className={chartGridClass}>
      <PassRateChart trends={trends} />
      <StabilityChart trends={trends} />
      <AmountChart
        trends={trends}
        title="Duration per attempt"
        format={formatAxisDuration}
        amounts={[
          { name: 'p50', getValue: ({ figures }) => figures.p50Ms },
          { name: 'p95', getValue: ({ figures }) => figures.p95Ms },
        ]}
        note="Half of the attempts took no longer than p50, and 95% no longer than p95."
      />
      <AmountChart
        trends={trends}
        title="Turns per attempt"
        format={abbreviateNumber}
        amounts={[{ name: 'mean', getValue: ({ figures }) => figures.turns }]}
      />
      <AmountChart
        trends={trends}
        title="Tokens per attempt"
        format={abbreviateNumber}
        amounts={[{ name: 'mean', getValue: ({ figures }) => figures.tokens }]}
        note="Input and output of all models; attempts without token counts are left out."
      />
      <AmountChart
        trends={trends}
        title="Cost per attempt"
        format={(cost) => (cost === 0 ? '0' : formatCost(cost, currency))}
        amounts={[{ name: 'mean', getValue: ({ figures }) => figures.cost }]}
        note="Attempts without a price are left out."
      />
      <AmountChart
        trends={trends}
        title="Score"
        scale="score"
        format={abbreviateNumber}
        amounts={[{ name: 'mean', getValue: ({ figures }) => figures.score }]}
        note="The mean score of consistency tests and experiments."
      />
      <AmountChart
        trends={trends}
        title="Facts elicited"
        scale="score"
        format={formatPercent}
        amounts={[{ name: 'mean', getValue: ({ figures }) => figures.elicited }]}
        note={ELICITED_SHARE_LABEL}
      />
    </div>
  );
}

function abbreviateNumber(value: number): string {
  return formatCount(Number(value.toFixed(value < 10 ? 2 : 0)));
}

/** Formats a duration on an axis; zero has no unit. */
function formatAxisDuration(ms: number): string {
  return ms === 0 ? '0' : formatDuration(ms);
}
