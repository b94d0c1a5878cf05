import {
  CartesianGrid,
  ComposedChart,
  ErrorBar,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { ChartFrame } from '@/components/charts/chart-frame';
import { axisTickStyle, WIDTH_PX } from '@/components/charts/chart-look';
import { ChartTooltip } from '@/components/charts/chart-tooltip';
import type { BisectionOfAttempt } from '@/lib/queries';
import { formatCountWithNoun, formatPercent } from '@/runner/format';

const HEIGHT_PX = 160;

type Props = { report: Pick<BisectionOfAttempt['report'], 'chances' | 'turns'> };

/**
 * A chart of the share of passed rollouts, with intervals. The x axis is the number of turns that the rollouts kept
 * from the original conversation.
 */
export function PassRateByTurnsKeptChart({ report: { chances, turns } }: Props) {
  const chartPoints = chances.map(({ kept, passed, played, interval }) => {
    const passShare = interval === undefined ? null : passed / played;
    return {
      kept,
      passed,
      played,
      share: passShare,
      spread: interval && passShare !== null ? [passShare - interval.low, interval.high - passShare] : [0, 0],
    };
  });
  const measuredPoints = chances.flatMap(({ kept, passed, played, interval }) =>
    interval === undefined ? [] : [{ kept, passed, played, interval }],
  );
  return (
    <ChartFrame
      title="Chance of passing by number of turns kept"
      note={turns.length === 0 ? undefined : 'Dashed: the turns that may have decided the failure.'}
      words={measuredPoints
        .map(({ kept, passed, played }) => `${formatCountWithNoun(kept, 'turn')} kept: ${passed} of ${played} pass`)
        .join('; ')}
      data={{
        columns: [{ title: 'Turns kept' }, { title: 'Passed' }, { title: '95% interval' }],
        lines: measuredPoints.map(({ kept, passed, played, interval }) => ({
          key: String(kept),
          cells: [kept, `${passed} of ${played}`, intervalText(interval)],
        })),
      }}
    >
      <ResponsiveContainer width="100%" height={HEIGHT_PX} initialDimension={{ width: WIDTH_PX, height: HEIGHT_PX }}>
        <ComposedChart data={chartPoints} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} accessibilityLayer={false}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          {turns.map((turn) => (
            // A line at a decisive turn: rollouts to the left of it replay this turn, rollouts to the right keep it.
            <ReferenceLine key={turn} x={turn - 0.5} stroke="var(--fail)" strokeDasharray="3 3" />
          ))}
          <XAxis
            dataKey="kept"
            type="number"
            domain={[-0.5, chances.length - 0.5]}
            ticks={chances.map(({ kept }) => kept)}
            tick={axisTickStyle}
            stroke="var(--line-strong)"
            height={24}
          />
          <YAxis
            domain={[0, 1]}
            ticks={[0, 0.5, 1]}
            tickFormatter={(passShare: number) => formatPercent(passShare)}
            tick={axisTickStyle}
            stroke="var(--line-strong)"
            width={40}
          />
          <Tooltip
            isAnimationActive={false}
            content={({ active, payload }) => {
              const point = measuredPoints.find(({ kept }) => kept === payload[0]?.payload?.kept);
              if (!active || point === undefined) return null;
              return (
                <ChartTooltip
                  title={`${formatCountWithNoun(point.kept, 'turn')} kept`}
                  lines={[`${point.passed} of ${point.played} pass`, intervalText(point.interval)]}
                />
              );
            }}
          />
          <Line
            dataKey="share"
            stroke="var(--accent)"
            strokeOpacity={0.4}
            connectNulls
            isAnimationActive={false}
            dot={{ r: 3.5, fill: 'var(--accent)', stroke: 'none' }}
          >
            <ErrorBar
              dataKey="spread"
              direction="y"
              width={4}
              stroke="var(--accent)"
              strokeWidth={1.5}
              isAnimationActive={false}
            />
          </Line>
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

function intervalText({ low, high }: { low: number; high: number }): string {
  return `${formatPercent(low)} to ${formatPercent(high)}`;
}
