import { type ReactNode, useState } from 'react';
import { CartesianGrid, ComposedChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatAgentName, formatIsoTime } from '@/runner/format';
import type { ChartData, ChartValue } from './chart-data';
import { ChartFrame, type ChartFrameProps } from './chart-frame';
import { axisTickStyle, HEIGHT_PX, WIDTH_PX } from './chart-look';
import { type ChartMark, MarkLegend } from './chart-mark';
import { MarkLines } from './mark-lines';
import { buildRunAxisTicks } from './run-axis';

export type PlottedRun = { runId: string; startedAt: number; agentId: string; connector?: string | null };

/** A column in a chart's data table. */
export type RunTableColumn<Run> = {
  title: string;
  format?: (value: number) => string;
  getValue: (run: Run, index: number) => ChartValue;
};

export type RunPlotProps<Run> = Pick<ChartFrameProps, 'title' | 'words' | 'note' | 'table'> & {
  /** The runs on the axis, oldest first. */
  runs: readonly Run[];
  describe: (run: Run, index: number) => string;
  /** Returns the URL of the page that opens for a run; by default, the page of the run. */
  hrefOf?: (run: Run) => string;
  marks?: readonly ChartMark[];
  /** The columns of the chart's data table; the time of the run is added before them, agent and run id after them. */
  columns: readonly RunTableColumn<Run>[];
};

type Props<Run> = RunPlotProps<Run> & {
  /** The values to draw for each run, by the `dataKey`s of the chart's lines and areas. */
  rows: readonly Record<string, unknown>[];
  /** The values to label on the y axis. The axis begins at the first and ends at the last of them. */
  ticks: readonly number[];
  format: (value: number) => string;
  /** The gap between bars, for bar charts. */
  barGap?: string | number;
  children: ReactNode;
};

/**
 * The axes of a chart over runs, which can be navigated with mouse and keyboard. Runs are evenly spaced; a single run
 * is centred.
 */
export function RunPlot<Run extends PlottedRun>(props: Props<Run>) {
  const { runs, describe, hrefOf = runHref, columns, rows, ticks, format, barGap, children, ...chartProps } = props;
  const { marks = [], note, ...frame } = chartProps;
  const [selectedIndex, setAt] = useState<number | undefined>();
  const runLabels = buildRunAxisTicks(runs.map(({ startedAt }) => startedAt));
  const showPoint = ({ activeTooltipIndex }: { activeTooltipIndex?: unknown }): void =>
    setAt(parsePointIndex(activeTooltipIndex, runs.length));
  return (
    <ChartFrame
      {...frame}
      note={
        <>
          <MarkLegend marks={marks} />
          {note}
        </>
      }
      data={toChartData(runs, columns, hrefOf)}
      steps={{
        count: runs.length,
        selectedIndex,
        onMove: setAt,
        words: (index) => describeRunPoint(runs[index], (run) => describe(run, index)),
        href: (index) => describeRunPoint(runs[index], hrefOf),
      }}
    >
      <ResponsiveContainer width="100%" height={HEIGHT_PX} initialDimension={{ width: WIDTH_PX, height: HEIGHT_PX }}>
        <ComposedChart
          data={rows.map((row, index) => ({ place: index, ...row }))}
          margin={{ top: marks.some(({ signs }) => signs.length > 0) ? 18 : 8, right: 12, bottom: 0, left: 0 }}
          {...(barGap === undefined ? {} : { barCategoryGap: barGap })}
          accessibilityLayer={false}
          onMouseMove={showPoint}
          onClick={showPoint}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="place"
            ticks={runLabels.map(({ place }) => place)}
            tickFormatter={(tickPosition) => runLabels.find((each) => each.place === Number(tickPosition))?.label ?? ''}
            interval="preserveStartEnd"
            tick={axisTickStyle}
            stroke="var(--line-strong)"
          />
          <YAxis
            domain={[ticks[0] ?? 0, ticks.at(-1) ?? 1]}
            ticks={[...ticks]}
            tickFormatter={format}
            tick={axisTickStyle}
            stroke="var(--line-strong)"
            width={52}
          />
          <Tooltip isAnimationActive={false} content={() => null} cursor={false} />
          <MarkLines marks={marks} />
          {children}
          {selectedIndex !== undefined && <ReferenceLine x={selectedIndex} stroke="var(--ink)" />}
        </ComposedChart>
      </ResponsiveContainer>
    </ChartFrame>
  );
}

function parsePointIndex(index: unknown, count: number): number | undefined {
  const position = Number(index ?? Number.NaN);
  return Number.isInteger(position) && position >= 0 && position < count ? position : undefined;
}

function describeRunPoint<Run>(run: Run | undefined, describe: (run: Run) => string): string {
  return run === undefined ? '' : describe(run);
}

function runHref({ runId }: PlottedRun): string {
  return `/runs/${runId}`;
}

/**
 * Returns the data table of a chart: one row per run, newest first, with the time, the columns, the agent and the run
 * id.
 */
function toChartData<Run extends PlottedRun>(
  runs: readonly Run[],
  columns: readonly RunTableColumn<Run>[],
  hrefOf: (run: Run) => string,
): ChartData {
  return {
    columns: [
      { title: 'Run' },
      ...columns.map(({ getValue: _, ...column }) => column),
      { title: 'Agent' },
      { title: 'Run id' },
    ],
    lines: runs
      .map((run, index) => ({
        key: run.runId,
        href: hrefOf(run),
        cells: [
          formatIsoTime(run.startedAt),
          ...columns.map(({ getValue }) => getValue(run, index)),
          formatAgentName(run),
          run.runId,
        ],
      }))
      .toReversed(),
  };
}
