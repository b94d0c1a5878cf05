import { type ReactNode, useState } from 'react';
import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { ChartData } from './chart-data';
import { ChartFrame } from './chart-frame';
import { axisTick, HEIGHT_PX, WIDTH_PX } from './chart-look';
import { amountTicks, placeDomain, tickPlaces } from './run-axis';
import { SeriesKey } from './series-key';

/** A line over runs; a run without a value is a gap. */
export type RunSeries = {
  name: string;
  color: string;
  dash?: string;
  values: readonly (number | null)[];
};

type Props = {
  title: string;
  words: string;
  note?: ReactNode;
  data: ChartData;
  /** The label of each run on the axis. */
  labels: readonly string[];
  series: readonly RunSeries[];
  /** Where the truth may lie around the first line. */
  band?: readonly ([number, number] | null)[];
  /** A share is drawn from 0 to 100 %, everything else from zero up. */
  scale: 'share' | 'amount';
  format: (value: number) => string;
  /** Places where something changed; `faint` where it was little. */
  marks: readonly { place: number; faint: boolean }[];
  pointWords: (at: number) => string;
  pointHref: (at: number) => string;
};

const TICKS = 6;
/** With more runs than this, dots would hide the line. */
const DOTTED = 60;

/** Figures run by run. Runs are equally far apart, however much time lies between them. */
export function RunChart(props: Props) {
  const { title, words, note, data, labels, series, band, scale, format, marks, pointWords, pointHref } = props;
  const [at, setAt] = useState<number | undefined>();
  const ticks = scale === 'share' ? [0, 0.25, 0.5, 0.75, 1] : amountTicks(largestOf(series));
  const rows = labels.map((_, place) => ({
    place,
    band: band?.[place] ?? null,
    ...Object.fromEntries(series.map(({ values }, position) => [`value${position}`, values[place] ?? null])),
  }));
  return (
    <ChartFrame
      title={title}
      words={words}
      data={data}
      note={
        <>
          <SeriesKey series={series} withBand={band !== undefined} />
          {note}
        </>
      }
      steps={{ count: labels.length, at, onMove: setAt, words: pointWords, href: pointHref }}
    >
      <ResponsiveContainer width="100%" height={HEIGHT_PX} initialDimension={{ width: WIDTH_PX, height: HEIGHT_PX }}>
        <ComposedChart
          data={rows}
          margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
          accessibilityLayer={false}
          onMouseMove={({ activeTooltipIndex }) => setAt(placeOf(activeTooltipIndex, labels.length))}
          onClick={({ activeTooltipIndex }) => setAt(placeOf(activeTooltipIndex, labels.length))}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="place"
            type="number"
            domain={placeDomain(labels.length)}
            ticks={tickPlaces(labels.length, TICKS)}
            tickFormatter={(place) => labels[Number(place)] ?? ''}
            interval="preserveStartEnd"
            tick={axisTick}
            stroke="var(--line-strong)"
            allowDecimals={false}
          />
          <YAxis
            domain={[0, ticks.at(-1) ?? 1]}
            ticks={ticks}
            tickFormatter={format}
            tick={axisTick}
            stroke="var(--line-strong)"
            width={52}
          />
          <Tooltip isAnimationActive={false} content={() => null} cursor={false} />
          {marks.map(({ place, faint }) => (
            <ReferenceLine
              key={place}
              x={place}
              stroke={faint ? 'var(--line-strong)' : 'var(--late)'}
              strokeDasharray={faint ? '1 4' : '3 2'}
            />
          ))}
          {at !== undefined && <ReferenceLine x={at} stroke="var(--accent)" />}
          {lonely(band ?? []).map(({ place, low, high }) => (
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
          {series.map(({ name, color, dash }, position) => (
            <Line
              key={name}
              dataKey={`value${position}`}
              name={name}
              stroke={color}
              strokeWidth={2}
              {...(dash === undefined ? {} : { strokeDasharray: dash })}
              dot={labels.length <= DOTTED ? { r: 3, fill: color, strokeWidth: 0 } : false}
              activeDot={false}
              isAnimationActive={false}
              connectNulls={false}
            />
          ))}
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

/** A run between two without a value has no area around it, only an interval of its own. */
function lonely(band: NonNullable<Props['band']>): { place: number; low: number; high: number }[] {
  return band.flatMap((interval, place) => {
    if (interval === null || (band[place - 1] ?? null) !== null || (band[place + 1] ?? null) !== null) return [];
    return { place, low: interval[0], high: interval[1] };
  });
}

function largestOf(series: readonly RunSeries[]): number {
  return series.reduce((most, { values }) => values.reduce<number>((max, value) => Math.max(max, value ?? 0), most), 0);
}

function placeOf(index: unknown, count: number): number | undefined {
  const place = Number(index ?? Number.NaN);
  return Number.isInteger(place) && place >= 0 && place < count ? place : undefined;
}
