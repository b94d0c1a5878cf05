import type { RunsPage } from '@/lib/queries';
import { formatCountWithNoun, formatPercent } from '@/runner/format';

const WIDTH_PX = 88;
const HEIGHT_PX = 22;
const MARGIN_PX = 3;

type Props = { points: RunsPage['trends'][string]; runId: string };

/** A small line chart of the pass rates of a suite's last runs. If this run is one of them, it is marked. */
export function Sparkline({ points, runId }: Props) {
  const ratedPoints = points.flatMap(({ passRate, runId: id }) =>
    passRate === null ? [] : [{ passRate, here: id === runId }],
  );
  if (ratedPoints.length < 2) {
    return <span className="text-2xs text-ink-faint">{ratedPoints[0]?.here ? 'first run' : 'no trend yet'}</span>;
  }
  const step = (WIDTH_PX - 2 * MARGIN_PX) / (ratedPoints.length - 1);
  const chartPoints = ratedPoints.map(({ passRate, here }, position) => ({
    x: MARGIN_PX + position * step,
    y: MARGIN_PX + (1 - passRate) * (HEIGHT_PX - 2 * MARGIN_PX),
    here,
  }));
  const currentPoint = chartPoints.find(({ here }) => here);
  return (
    <svg
      role="img"
      aria-label={describeRates(ratedPoints.map(({ passRate }) => passRate))}
      viewBox={`0 0 ${WIDTH_PX} ${HEIGHT_PX}`}
      className="h-5.5 w-22 overflow-visible"
    >
      <line x1="0" x2={WIDTH_PX} y1={MARGIN_PX} y2={MARGIN_PX} className="stroke-line" strokeDasharray="2 3" />
      <polyline
        points={chartPoints.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ')}
        fill="none"
        className="stroke-ink-faint"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
      {currentPoint !== undefined && <circle cx={currentPoint.x} cy={currentPoint.y} r="3" className="fill-accent" />}
    </svg>
  );
}

function describeRates(rates: readonly number[]): string {
  const first = rates[0] ?? 0;
  const last = rates.at(-1) ?? 0;
  return `Pass rate over the last ${formatCountWithNoun(rates.length, 'run')} of the suite: from ${formatPercent(first)} to ${formatPercent(last)}`;
}
