import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFrame } from '@/components/charts/chart-frame';
import { axisTickStyle, HEIGHT_PX, WIDTH_PX } from '@/components/charts/chart-look';
import { ChartTooltip } from '@/components/charts/chart-tooltip';
import { formatCountWithNoun, formatScoreOrDash } from '@/runner/format';
import { buildBins, type ScoreBin, type ScorePoint } from './score-chart-model';

const BIN_COUNT = 20;

/** A histogram of a scorer's scores. Bars are stacked: scores within the expected range at the bottom, others above. */
export function ScoreDistributionChart({ scorer, points }: { scorer: string; points: readonly ScorePoint[] }) {
  const bins = buildBins(points, BIN_COUNT);
  const fullest = bins.toSorted((left, right) => binTotal(right) - binTotal(left))[0];
  const fullestBinNote = fullest === undefined ? '' : `; most of them, ${binTotal(fullest)}, from ${binLabel(fullest)}`;
  return (
    <ChartFrame
      title={`${scorer}: score distribution`}
      note="Solid: in range. Hatched: out of range."
      words={`Distribution of ${formatCountWithNoun(points.length, 'score')} of ${scorer}${fullestBinNote}`}
      data={{
        columns: [{ title: 'Score' }, { title: 'In range' }, { title: 'Out of range' }],
        lines: bins.map((bin) => ({ key: binLabel(bin), cells: [binLabel(bin), bin.passed, bin.failed] })),
      }}
    >
      <ResponsiveContainer width="100%" height={HEIGHT_PX} initialDimension={{ width: WIDTH_PX, height: HEIGHT_PX }}>
        <BarChart
          data={bins}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          barCategoryGap="8%"
          accessibilityLayer={false}
        >
          <defs>
            <pattern id="out-of-range" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" fill="var(--fail)" fillOpacity="0.35" />
              <rect width="3" height="6" fill="var(--fail)" />
            </pattern>
          </defs>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="from"
            tickFormatter={formatScoreOrDash}
            tick={axisTickStyle}
            stroke="var(--line-strong)"
            interval="equidistantPreserveStart"
            minTickGap={16}
          />
          <YAxis allowDecimals={false} tick={axisTickStyle} stroke="var(--line-strong)" width={48} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ fill: 'var(--hover)' }}
            content={({ active, payload }) => {
              const bin = bins.find(({ from }) => from === payload[0]?.payload?.from);
              if (!active || bin === undefined) return null;
              return (
                <ChartTooltip title={binLabel(bin)} lines={[`${bin.passed} in range`, `${bin.failed} out of range`]} />
              );
            }}
          />
          <Bar dataKey="passed" stackId="scores" fill="var(--pass)" isAnimationActive={false} />
          <Bar dataKey="failed" stackId="scores" fill="url(#out-of-range)" isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

function binTotal({ passed, failed }: ScoreBin): number {
  return passed + failed;
}

function binLabel({ from, to }: ScoreBin): string {
  return `${formatScoreOrDash(from)} to ${formatScoreOrDash(to)}`;
}
