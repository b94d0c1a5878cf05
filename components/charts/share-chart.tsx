import { type ReactNode, useId, useState } from 'react';
import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { percent } from '@/lib/format';
import type { ChartData } from './chart-data';
import { ChartFrame } from './chart-frame';
import { axisTick, HEIGHT_PX, WIDTH_PX } from './chart-look';
import { tickPlaces } from './run-axis';

/** A part of each bar; `hatched` tells it from its neighbours without colour. */
export type SharePart = { name: string; color: string; hatched: boolean; values: readonly (number | null)[] };

type Props = {
  title: string;
  words: string;
  note?: ReactNode;
  data: ChartData;
  labels: readonly string[];
  parts: readonly SharePart[];
  pointWords: (at: number) => string;
  pointHref: (at: number) => string;
};

const TICKS = 6;

/** Shares that make up a whole, run by run; a run without them is a gap. */
export function ShareChart({ title, words, note, data, labels, parts, pointWords, pointHref }: Props) {
  const [at, setAt] = useState<number | undefined>();
  const id = useId();
  const rows = labels.map((_, place) => ({
    place: String(place),
    ...Object.fromEntries(parts.map(({ values }, position) => [`part${position}`, values[place] ?? null])),
  }));
  const ticks = new Set(tickPlaces(labels.length, TICKS));
  const fillOf = ({ color, hatched }: SharePart, position: number): string =>
    hatched ? `url(#${id}-${position})` : color;
  return (
    <ChartFrame
      title={title}
      words={words}
      data={data}
      note={
        <>
          <PartsKey parts={parts} />
          {note}
        </>
      }
      steps={{ count: labels.length, at, onMove: setAt, words: pointWords, href: pointHref }}
    >
      <ResponsiveContainer width="100%" height={HEIGHT_PX} initialDimension={{ width: WIDTH_PX, height: HEIGHT_PX }}>
        <BarChart
          data={rows}
          margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
          barCategoryGap={labels.length > 100 ? 0 : '12%'}
          accessibilityLayer={false}
          onMouseMove={({ activeTooltipIndex }) => setAt(placeOf(activeTooltipIndex, labels.length))}
          onClick={({ activeTooltipIndex }) => setAt(placeOf(activeTooltipIndex, labels.length))}
        >
          <defs>
            {parts.map((part, position) => (
              <Hatch key={part.name} id={`${id}-${position}`} color={part.color} />
            ))}
          </defs>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="place"
            ticks={[...ticks].map(String)}
            tickFormatter={(place) => labels[Number(place)] ?? ''}
            interval="preserveStartEnd"
            tick={axisTick}
            stroke="var(--line-strong)"
          />
          <YAxis
            domain={[0, 1]}
            ticks={[0, 0.25, 0.5, 0.75, 1]}
            tickFormatter={percent}
            tick={axisTick}
            stroke="var(--line-strong)"
            width={52}
          />
          <Tooltip isAnimationActive={false} content={() => null} cursor={false} />
          {parts.map((part, position) => (
            <Bar
              key={part.name}
              dataKey={`part${position}`}
              name={part.name}
              stackId="shares"
              fill={fillOf(part, position)}
              maxBarSize={48}
              isAnimationActive={false}
            />
          ))}
          {at !== undefined && <ReferenceLine x={String(at)} stroke="var(--accent)" />}
        </BarChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

function Hatch({ id, color }: { id: string; color: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill={color} fillOpacity="0.35" />
      <rect width="3" height="6" fill={color} />
    </pattern>
  );
}

function PartsKey({ parts }: { parts: readonly SharePart[] }) {
  const id = useId();
  return (
    <p className="flex flex-wrap gap-x-3">
      {parts.map(({ name, color, hatched }, position) => (
        <span key={name}>
          <svg aria-hidden width="12" height="12" className="mr-1 inline-block align-middle">
            <defs>
              <Hatch id={`${id}-${position}`} color={color} />
            </defs>
            <rect width="12" height="12" fill={hatched ? `url(#${id}-${position})` : color} />
          </svg>
          {name}
        </span>
      ))}
    </p>
  );
}

function placeOf(index: unknown, count: number): number | undefined {
  const place = Number(index ?? Number.NaN);
  return Number.isInteger(place) && place >= 0 && place < count ? place : undefined;
}
