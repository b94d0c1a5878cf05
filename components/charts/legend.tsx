import type { ReactNode } from 'react';

/** An entry of a legend: the name of a line or area, and its symbol with the width and height in pixels. */
export type LegendEntry = { name: string; width: number; height: number; mark: ReactNode };

/** Legend of a chart; renders nothing for fewer than two entries. */
export function Legend({ entries }: { entries: readonly LegendEntry[] }) {
  if (entries.length < 2) return null;
  return (
    <p className="flex flex-wrap gap-x-3">
      {entries.map(({ name, width, height, mark }) => (
        <span key={name}>
          <svg aria-hidden width={width} height={height} className="mr-1 inline-block align-middle">
            {mark}
          </svg>
          {name}
        </span>
      ))}
    </p>
  );
}
