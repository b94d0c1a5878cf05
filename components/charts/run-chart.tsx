import { Area, type DotProps, Line, ReferenceLine } from 'recharts';
import { Legend, type LegendEntry } from './legend';
import { type AxisScale, computeAxisTicks } from './run-axis';
import { type PlottedRun, RunPlot, type RunPlotProps } from './run-plot';

/** A line with one value per run. A run without a value interrupts the line, unless `connects` is set. */
export type RunSeries = {
  name: string;
  color: string;
  dash?: string;
  values: readonly (number | null)[];
  /** True if the line continues across runs without a value, because those runs belong to other lines of the chart. */
  connects?: boolean;
};

type IntervalBand = readonly ([number, number] | null)[];

type Props<Run> = RunPlotProps<Run> & {
  series: readonly RunSeries[];
  /** The confidence interval of the first line at each run, drawn as a band. */
  band?: IntervalBand;
  scale: AxisScale;
  format: (value: number) => string;
  /**
   * Tells for each run whether it differs from the other runs, for example in its agent. Such runs get a hollow dot.
   */
  hollowPoints?: readonly boolean[];
  /** The index of the current run, which gets a larger dot than the others. */
  selectedIndex?: number;
};

/** The maximum number of runs for which dots are drawn on a line. More dots would hide the line. */
const MAX_RUNS_WITH_DOTS = 60;

/**
 * A line chart of values per run. The distance between runs is always the same, regardless of the time between them.
 */
export function RunChart<Run extends PlottedRun>(props: Props<Run>) {
  const { series, band, scale, hollowPoints = [], selectedIndex, note, ...plotProps } = props;
  const ticks = computeAxisTicks(
    scale,
    series.flatMap(({ values }) => values),
  );
  const rows = plotProps.runs.map((_, itemIndex) => ({
    band: band?.[itemIndex] ?? null,
    ...Object.fromEntries(series.map(({ values }, position) => [`value${position}`, values[itemIndex] ?? null])),
  }));
  const dotted = plotProps.runs.length <= MAX_RUNS_WITH_DOTS;
  return (
    <RunPlot
      {...plotProps}
      rows={rows}
      ticks={ticks}
      note={
        <>
          <Legend entries={[...series.map(toLegendEntry), ...(band === undefined ? [] : [intervalBandLegendEntry])]} />
          {note}
        </>
      }
    >
      {findIsolatedBandPoints(band ?? []).map(({ place, interval: [low, high] }) => (
        <ReferenceLine
          key={`lonely-${place}`}
          segment={[
            { x: place, y: low },
            { x: place, y: high },
          ]}
          stroke="var(--accent)"
          strokeOpacity={0.35}
          strokeWidth={8}
        />
      ))}
      {band !== undefined && (
        <Area
          dataKey="band"
          stroke="none"
          fill="var(--accent)"
          fillOpacity={0.18}
          activeDot={false}
          dot={false}
          isAnimationActive={false}
          connectNulls={false}
        />
      )}
      {series.map(({ name, color, dash, values, connects = false }, position) => (
        <Line
          key={name}
          dataKey={`value${position}`}
          name={name}
          stroke={color}
          strokeWidth={2}
          strokeDasharray={dash}
          dot={({ key, cx, cy, index }) => {
            const isDrawn = dotted || index === selectedIndex || isIsolatedPoint(values, index);
            return isDrawn && values[index] !== null ? (
              <RunDot
                key={key}
                cx={cx}
                cy={cy}
                color={color}
                isHollow={hollowPoints[index] ?? false}
                isLarge={index === selectedIndex}
              />
            ) : (
              <g key={key} />
            );
          }}
          activeDot={false}
          isAnimationActive={false}
          connectNulls={connects}
        />
      ))}
    </RunPlot>
  );
}

function toLegendEntry({ name, color, dash }: RunSeries): LegendEntry {
  const dashedLine = <line x1="0" x2="20" y1="4" y2="4" stroke={color} strokeWidth="2" strokeDasharray={dash} />;
  return { name, width: 20, height: 8, mark: dashedLine };
}

const intervalBandLegendEntry: LegendEntry = {
  name: '95% interval',
  width: 20,
  height: 8,
  mark: <rect width="20" height="8" fill="var(--accent)" fillOpacity="0.18" />,
};

type RunDotProps = Pick<DotProps, 'cx' | 'cy'> & { color: string; isHollow: boolean; isLarge: boolean };

function RunDot({ cx, cy, color, isHollow, isLarge }: RunDotProps) {
  return (
    <circle
      cx={cx}
      cy={cy}
      r={isLarge ? 5 : 3}
      stroke={color}
      strokeWidth={isHollow ? 1.5 : 0}
      fill={isHollow ? 'var(--surface)' : color}
    />
  );
}

/**
 * Returns true if both neighbours have no value. Such a point is not part of a line or band, so it is drawn as a dot
 * with its own interval.
 */
function isIsolatedPoint(values: readonly unknown[], index: number): boolean {
  return (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
}

function findIsolatedBandPoints(intervalBand: IntervalBand): { place: number; interval: [number, number] }[] {
  return intervalBand.flatMap((interval, index) =>
    interval !== null && isIsolatedPoint(intervalBand, index) ? [{ place: index, interval }] : [],
  );
}
