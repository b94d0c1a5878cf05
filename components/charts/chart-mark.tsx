/** What changed at a run, told apart by the shape. */
const shapes = {
  agent: { path: 'M5 .5 9.5 9h-9z', text: 'agent changed' },
  connector: { path: 'M5 0 10 5 5 10 0 5z', text: 'connector changed' },
  cases: { path: 'M1 1h8v8H1z', text: 'cases changed' },
} as const;

export type MarkSign = keyof typeof shapes;

/** A place where something changed; `faint` where it was little. */
export type ChartMark = { place: number; faint: boolean; signs: readonly MarkSign[] };

const SIGN_PX = 10;

/** The signs above a dashed line, beside one another. */
export function MarkLabel({ signs, x, y }: { signs: readonly MarkSign[]; x: number; y: number }) {
  return signs.map((sign, position) => (
    <path
      key={sign}
      d={shapes[sign].path}
      fill="var(--late)"
      transform={`translate(${x + (position - signs.length / 2) * (SIGN_PX + 2)} ${y - SIGN_PX - 2})`}
    />
  ));
}

export function MarkIcon({ sign }: { sign: MarkSign }) {
  return (
    <svg aria-hidden width={SIGN_PX} height={SIGN_PX} className="mr-1 inline-block">
      <path d={shapes[sign].path} fill="var(--late)" />
    </svg>
  );
}

/** The meanings of the signs that a chart has. */
export function MarkLegend({ marks }: { marks: readonly ChartMark[] }) {
  const used = new Set(marks.flatMap(({ signs }) => signs));
  if (used.size === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3">
      {[...used].map((sign) => (
        <span key={sign}>
          <MarkIcon sign={sign} />
          {shapes[sign].text}
        </span>
      ))}
    </p>
  );
}
