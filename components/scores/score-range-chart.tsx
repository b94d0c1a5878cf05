import { useRouter } from 'next/navigation';
import { Area, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { ChartData } from '@/components/charts/chart-data';
import { ChartFrame } from '@/components/charts/chart-frame';
import { axisTickStyle, HEIGHT_PX, scoreAxisDomain, WIDTH_PX } from '@/components/charts/chart-look';
import { ChartTooltip } from '@/components/charts/chart-tooltip';
import { type CaseRow, computeDistanceFromRange } from '@/runner/fold';
import { formatCount, formatCountWithNoun, formatScoreOrDash } from '@/runner/format';
import { type ScorePoint, sampleEvenly } from './score-chart-model';
import { formatScoreRange, signedDistanceText } from './score-text';

const MAX_DRAWN_POINTS = 300;

type Props = { scorer: string; points: readonly ScorePoint[]; hrefOf: (row: CaseRow) => string };

/** A chart of all scores from lowest to highest, with their expected ranges. */
export function ScoreRangeChart({ scorer, points, hrefOf }: Props) {
  const router = useRouter();
  const sampledPoints = sampleEvenly(points, MAX_DRAWN_POINTS);
  const passed = points.filter((point) => point.passed).length;
  const all = formatCount(points.length);
  const note = sampledPoints.length < points.length ? `${sampledPoints.length} of ${all} points are drawn.` : '';
  const lowest = formatScoreOrDash(points[0]?.score ?? null);
  const highest = formatScoreOrDash(points.at(-1)?.score ?? null);
  return (
    <ChartFrame
      title={`${scorer}: scores and their ranges`}
      note={`Shaded: the expected range. Dots: in range. Squares: out of range. ${note}`}
      words={`${formatCountWithNoun(points.length, 'score')} of ${scorer}, from ${lowest} to ${highest}; ${passed} in range`}
      data={toChartData(points, hrefOf)}
    >
      <ResponsiveContainer width="100%" height={HEIGHT_PX} initialDimension={{ width: WIDTH_PX, height: HEIGHT_PX }}>
        <ComposedChart
          data={sampledPoints}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer={false}
          onClick={({ activeTooltipIndex }) => {
            const point = sampledPoints[Number(activeTooltipIndex ?? Number.NaN)];
            if (point !== undefined) router.push(hrefOf(point.row));
          }}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="place"
            type="category"
            tick={false}
            stroke="var(--line-strong)"
            height={8}
            padding={{ left: 8, right: 8 }}
          />
          <YAxis domain={scoreAxisDomain} tick={axisTickStyle} stroke="var(--line-strong)" width={40} />
          <Tooltip
            isAnimationActive={false}
            content={({ active, payload }) => {
              const point = sampledPoints.find(({ place }) => place === payload[0]?.payload?.place);
              return active && point !== undefined ? <ScorePointTooltip point={point} /> : null;
            }}
          />
          <Area
            dataKey="band"
            type="step"
            stroke="var(--pass)"
            strokeOpacity={0.5}
            fill="var(--pass)"
            fillOpacity={0.16}
            activeDot={false}
            isAnimationActive={false}
          />
          <Line
            dataKey="score"
            stroke="none"
            isAnimationActive={false}
            dot={({ key, cx, cy, payload }) => <ScoreMark key={key} cx={cx} cy={cy} passed={payload.passed} />}
          />
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

type MarkProps = { cx?: number | undefined; cy?: number | undefined; passed: boolean };

function ScoreMark({ cx, cy, passed }: MarkProps) {
  if (cx === undefined || cy === undefined) return <g />;
  if (passed) return <circle cx={cx} cy={cy} r={3.5} fill="var(--pass)" />;
  return <rect x={cx - 3.5} y={cy - 3.5} width={7} height={7} fill="var(--fail)" />;
}

function ScorePointTooltip({ point: { row, score, band, passed } }: { point: ScorePoint }) {
  return (
    <ChartTooltip
      title={row.id}
      lines={[
        `${formatScoreOrDash(score)}, ${passed ? 'in range' : 'out of range'}`,
        ...(band === undefined ? [] : [`expected ${formatScoreRange({ min: band[0], max: band[1] })}`]),
      ]}
    />
  );
}

const MAX_TABLE_ROWS = 500;

function toChartData(points: readonly ScorePoint[], hrefOf: Props['hrefOf']): ChartData {
  // The scores that are farthest outside their expected range come first.
  const tableRows = points
    .map((point) => ({ point, distance: distanceFromRange(point) }))
    .sort((left, right) => Math.abs(right.distance ?? 0) - Math.abs(left.distance ?? 0))
    .slice(0, MAX_TABLE_ROWS);
  return {
    columns: [
      { title: 'Case' },
      { title: 'Score', format: formatScoreOrDash },
      { title: 'Expected' },
      { title: 'Distance', format: signedDistanceText },
    ],
    lines: tableRows.map(({ point: { place, row, score, band }, distance }) => ({
      key: String(place),
      href: hrefOf(row),
      cells: [row.id, score, band === undefined ? '' : formatScoreRange({ min: band[0], max: band[1] }), distance],
    })),
  };
}

function distanceFromRange({ score, band }: ScorePoint): number | null {
  return band === undefined ? null : computeDistanceFromRange(score, { min: band[0], max: band[1] });
}
