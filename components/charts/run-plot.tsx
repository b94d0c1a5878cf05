import { type ReactNode, useState } from 'react';
import { CartesianGrid, ComposedChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartFrame, type ChartFrameProps } from './chart-frame';
import { axisTick, HEIGHT_PX, WIDTH_PX } from './chart-look';
import { tickPlaces } from './run-axis';

/** The props common to all charts over runs. */
export type RunPlotProps = Pick<ChartFrameProps, 'title' | 'words' | 'note' | 'data' | 'table'> & {
  /** The label of each run on the axis. */
  labels: readonly string[];
  /** The description of a run, and the address of the rows behind it. */
  pointWords: (at: number) => string;
  pointHref: (at: number) => string;
};

type Props = RunPlotProps & {
  /** The values of each run, by the names that the drawing has for them. */
  rows: readonly Record<string, unknown>[];
  /** From the first to the last is what the axis shows. */
  ticks: readonly number[];
  format: (value: number) => string;
  /** Between the bars, for a drawing that has some. */
  barGap?: string | number;
  /** The drawing. */
  children: ReactNode;
};

const TICKS = 6;

/** The axes of figures run by run, gone through by mouse and keys. Runs stand equally far apart, a single one in the middle. */
export function RunPlot(props: Props) {
  const { labels, rows, ticks, format, barGap, pointWords, pointHref, children, ...frame } = props;
  const [at, setAt] = useState<number | undefined>();
  const lookAt = ({ activeTooltipIndex }: { activeTooltipIndex?: unknown }): void =>
    setAt(pointIndex(activeTooltipIndex, labels.length));
  return (
    <ChartFrame {...frame} steps={{ count: labels.length, at, onMove: setAt, words: pointWords, href: pointHref }}>
      <ResponsiveContainer width="100%" height={HEIGHT_PX} initialDimension={{ width: WIDTH_PX, height: HEIGHT_PX }}>
        <ComposedChart
          data={rows.map((row, place) => ({ place, ...row }))}
          margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
          {...(barGap === undefined ? {} : { barCategoryGap: barGap })}
          accessibilityLayer={false}
          onMouseMove={lookAt}
          onClick={lookAt}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="place"
            ticks={tickPlaces(labels.length, TICKS)}
            tickFormatter={(place) => labels[Number(place)] ?? ''}
            interval="preserveStartEnd"
            tick={axisTick}
            stroke="var(--line-strong)"
          />
          <YAxis
            domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
            ticks={[...ticks]}
            tickFormatter={format}
            tick={axisTick}
            stroke="var(--line-strong)"
            width={52}
          />
          <Tooltip isAnimationActive={false} content={() => null} cursor={false} />
          {children}
          {at !== undefined && <ReferenceLine x={at} stroke="var(--ink)" />}
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

function pointIndex(index: unknown, count: number): number | undefined {
  const place = Number(index ?? Number.NaN);
  return Number.isInteger(place) && place >= 0 && place < count ? place : undefined;
}
