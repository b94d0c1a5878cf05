import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { axisTick } from '@/components/charts/chart-look';
import { ChartTip } from '@/components/charts/chart-tip';
import { isoTime } from '@/lib/format';
import type { CaseHistory } from '@/lib/queries';
import type { Figure } from './figure';

type Point = CaseHistory['points'][number];
type Props = {
  points: readonly Point[];
  runId: string;
  figure: Figure;
  withSuite: boolean;
  onChoose: (point: Point) => void;
};

const HEIGHT_PX = 192;

/** A figure run by run: the case as a line, its suite dashed. Runs of another agent than this one's are hollow. */
export function HistoryChart({ points, runId, figure, withSuite, onChoose }: Props) {
  const here = points.find((point) => point.runId === runId);
  const timeOf = new Set(points.map(dayOf)).size === 1 ? clockOf : dayOf;
  return (
    <figure>
      <ResponsiveContainer width="100%" height={HEIGHT_PX} initialDimension={{ width: 340, height: HEIGHT_PX }}>
        <LineChart
          data={[...points]}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          title={`${figure.title} over time`}
          onClick={({ activeTooltipIndex }) => {
            const point = points[Number(activeTooltipIndex ?? Number.NaN)];
            if (point !== undefined) onChoose(point);
          }}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="runId"
            tickFormatter={(id) => timeOf(points.find((point) => point.runId === id))}
            tick={axisTick}
            stroke="var(--line-strong)"
            minTickGap={28}
          />
          <YAxis
            domain={[(low: number) => Math.min(0, low), (high: number) => Math.max(1, high)]}
            tickFormatter={figure.format}
            tick={axisTick}
            stroke="var(--line-strong)"
            width={48}
            tickCount={3}
          />
          <Tooltip
            isAnimationActive={false}
            content={({ active, payload }) => {
              const found = points.find((point) => point.runId === payload[0]?.payload?.runId);
              return active && found !== undefined ? (
                <Figures point={found} figure={figure} withSuite={withSuite} />
              ) : null;
            }}
          />
          {withSuite && (
            <Line
              dataKey="suiteScore"
              name="Suite"
              stroke="var(--late)"
              strokeDasharray="4 3"
              dot={false}
              isAnimationActive={false}
              connectNulls
            />
          )}
          <Line
            dataKey="caseScore"
            name="This case"
            stroke="var(--accent)"
            strokeWidth={2}
            isAnimationActive={false}
            connectNulls
            dot={({ key, cx, cy, payload }) => <Dot key={key} cx={cx} cy={cy} point={payload} here={here} />}
          />
        </LineChart>
      </ResponsiveContainer>
      <figcaption className="flex flex-wrap gap-x-3 text-2xs text-ink-faint">
        <span>
          <span aria-hidden className="mr-1 inline-block w-4 border-accent border-t-2 align-middle" />
          this case
        </span>
        {withSuite && (
          <span>
            <span aria-hidden className="mr-1 inline-block w-4 border-late border-t-2 border-dashed align-middle" />
            its suite
          </span>
        )}
        {points.some((point) => here !== undefined && !isAlike(point, here)) && (
          <span>hollow: another agent or connector</span>
        )}
      </figcaption>
    </figure>
  );
}

type DotProps = { cx?: number | undefined; cy?: number | undefined; point: Point; here: Point | undefined };

function Dot({ cx, cy, point, here }: DotProps) {
  if (cx === undefined || cy === undefined || point.caseScore === null) return <g />;
  const filled = here === undefined || isAlike(point, here);
  const radius = point.runId === here?.runId ? 5 : 3;
  return (
    <circle
      cx={cx}
      cy={cy}
      r={radius}
      strokeWidth={1.5}
      stroke="var(--accent)"
      fill={filled ? 'var(--accent)' : 'var(--surface)'}
    />
  );
}

type FiguresProps = { point: Point; figure: Figure; withSuite: boolean };

function Figures({ point: { startedAt, agentId, caseScore, suiteScore }, figure, withSuite }: FiguresProps) {
  const suite = suiteScore === null ? 'none' : figure.format(suiteScore);
  return (
    <ChartTip
      title={isoTime(startedAt)}
      lines={[
        agentId,
        `This case: ${caseScore === null ? 'none' : figure.format(caseScore)}`,
        ...(withSuite ? [`Suite: ${suite}`] : []),
      ]}
    />
  );
}

function isAlike(left: Point, right: Point): boolean {
  return left.agentId === right.agentId && left.connector === right.connector;
}

function dayOf(point: Point | undefined): string {
  if (point === undefined) return '';
  return new Date(point.startedAt).toLocaleDateString('en', { month: 'short', day: 'numeric' });
}

/** Runs of one day are told apart by the time. */
function clockOf(point: Point | undefined): string {
  if (point === undefined) return '';
  return new Date(point.startedAt).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });
}
