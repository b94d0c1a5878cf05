import type { ReactNode } from 'react';

/** What a legend says of a line or an area: its name, and a picture of it in so many pixels. */
export type LegendEntry = { name: string; width: number; height: number; mark: ReactNode };

/** The legend of a chart; where there is only one line, nobody needs it. */
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
