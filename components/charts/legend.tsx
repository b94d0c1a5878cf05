import type { ReactNode } from 'react';

/** The entry of a legend: name and symbol of a line or area; the symbol has this size in pixels. */
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
