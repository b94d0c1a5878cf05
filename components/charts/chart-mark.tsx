/** The symbol for each kind of change that a chart can mark. */
export const markShapes = {
  agent: { path: 'M5 .5 9.5 9h-9z', text: 'agent changed' },
  connector: { path: 'M5 0 10 5 5 10 0 5z', text: 'connector changed' },
  simulator: { path: 'M5 .5A4.5 4.5 0 1 1 5 9.5 4.5 4.5 0 1 1 5 .5z', text: 'simulated user changed' },
  cases: { path: 'M1 1h8v8H1z', text: 'cases changed' },
} as const;

export type MarkShape = keyof typeof markShapes;

/**
 * A mark at the position `place` of the x axis, where something changed between two runs. `faint` is true for minor
 * changes.
 */
export type ChartMark = { place: number; faint: boolean; signs: readonly MarkShape[] };

export const MARK_ICON_PX = 10;

export function MarkIcon({ sign }: { sign: MarkShape }) {
  return (
    <svg aria-hidden width={MARK_ICON_PX} height={MARK_ICON_PX} className="mr-1 inline-block">
      <path d={markShapes[sign].path} fill="var(--late)" />
    </svg>
  );
}

/** The legend of the symbols that mark changes in a chart. */
export function MarkLegend({ marks }: { marks: readonly ChartMark[] }) {
  const usedSigns = new Set(marks.flatMap(({ signs }) => signs));
  if (usedSigns.size === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3">
      {[...usedSigns].map((sign) => (
        <span key={sign}>
          <MarkIcon sign={sign} />
          {markShapes[sign].text}
        </span>
      ))}
    </p>
  );
}
