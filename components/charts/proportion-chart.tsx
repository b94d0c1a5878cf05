import { useId } from 'react';
import { Bar } from 'recharts';
import { formatPercent } from '@/runner/format';
import { Legend } from './legend';
import { computeAxisTicks } from './run-axis';
import { type PlottedRun, RunPlot, type RunPlotProps } from './run-plot';

/** One segment of each bar. Hatching distinguishes it from its neighbours without colour. */
export type ProportionSeries = { name: string; color: string; hatched: boolean; values: readonly (number | null)[] };

type Props<Run> = RunPlotProps<Run> & { parts: readonly ProportionSeries[] };

/**
 * The maximum number of runs for which there are gaps between the bars. With more runs, the bars would become too
 * narrow.
 */
const MAX_RUNS_WITH_GAPS = 100;

/** A bar for each run, stacked from shares that add up to 1. A run without values has no bar. */
export function ProportionChart<Run extends PlottedRun>({ parts, note, ...plotProps }: Props<Run>) {
  const id = useId();
  return (
    <RunPlot
      {...plotProps}
      rows={plotProps.runs.map((_, index) =>
        Object.fromEntries(parts.map(({ values }, position) => [`part${position}`, values[index] ?? null])),
      )}
      ticks={computeAxisTicks('share', [])}
      format={formatPercent}
      barGap={plotProps.runs.length > MAX_RUNS_WITH_GAPS ? 0 : '12%'}
      note={
        <>
          <Legend
            entries={parts.map(({ name, color, hatched }, position) => ({
              name,
              width: 12,
              height: 12,
              mark: <ProportionLegendMark id={`${id}-key-${position}`} color={color} hatched={hatched} />,
            }))}
          />
          {note}
        </>
      }
    >
      <defs>
        {parts.map(({ name, color }, position) => (
          <HatchPattern key={name} id={`${id}-${position}`} color={color} />
        ))}
      </defs>
      {parts.map(({ name, color, hatched }, position) => (
        <Bar
          key={name}
          dataKey={`part${position}`}
          name={name}
          stackId="shares"
          fill={hatched ? `url(#${id}-${position})` : color}
          maxBarSize={48}
          isAnimationActive={false}
        />
      ))}
    </RunPlot>
  );
}

function HatchPattern({ id, color }: { id: string; color: string }) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill={color} fillOpacity="0.35" />
      <rect width="3" height="6" fill={color} />
    </pattern>
  );
}

function ProportionLegendMark({ id, color, hatched }: Pick<ProportionSeries, 'color' | 'hatched'> & { id: string }) {
  return (
    <>
      <defs>
        <HatchPattern id={id} color={color} />
      </defs>
      <rect width="12" height="12" fill={hatched ? `url(#${id})` : color} />
    </>
  );
}
