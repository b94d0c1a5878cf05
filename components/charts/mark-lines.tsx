import { DefaultZIndexes, usePlotArea, useXAxisScale, ZIndexLayer } from 'recharts';
import { type ChartMark, MARK_ICON_PX, type MarkShape, markShapes } from './chart-mark';

/**
 * The minimum average distance in pixels between faint lines. If they are closer together, none of them is drawn,
 * because they would be indistinguishable.
 */
const MIN_FAINT_LINE_SPACING_PX = 6;

/**
 * Dashed vertical lines that mark changes, with symbols above them. All faint lines are drawn as one path, and all
 * others as a second one: drawing 500 `ReferenceLine`s would take a minute.
 */
export function MarkLines({ marks }: { marks: readonly ChartMark[] }) {
  const xOf = useXAxisScale();
  const plotArea = usePlotArea();
  if (xOf === undefined || plotArea === undefined) return null;
  const isDense = marks.filter(({ faint }) => faint).length * MIN_FAINT_LINE_SPACING_PX > plotArea.width;
  const lines = marks.map((marker) => ({ ...marker, x: xOf(marker.place, { position: 'middle' }) ?? 0 }));
  const buildLinesPath = (isFaint: boolean): string =>
    lines
      .map(({ faint, x }) => (faint === isFaint ? `M${x} ${plotArea.y + plotArea.height}V${plotArea.y}` : ''))
      .join('');
  return (
    <ZIndexLayer zIndex={DefaultZIndexes.line}>
      {!isDense && <path d={buildLinesPath(true)} stroke="var(--line-strong)" strokeDasharray="1 4" />}
      <path d={buildLinesPath(false)} stroke="var(--late)" strokeDasharray="3 2" />
      {lines.map(({ place, signs, x }) => (
        <MarkIconsAbove key={place} signs={signs} x={x} y={plotArea.y} />
      ))}
    </ZIndexLayer>
  );
}

function MarkIconsAbove({ signs, x, y }: { signs: readonly MarkShape[]; x: number; y: number }) {
  return signs.map((sign, position) => (
    <path
      key={sign}
      d={markShapes[sign].path}
      fill="var(--late)"
      transform={`translate(${x + (position - signs.length / 2) * (MARK_ICON_PX + 2)} ${y - MARK_ICON_PX - 2})`}
    />
  ));
}
