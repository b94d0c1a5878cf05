import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import { ChartCard } from './chart-card';

/** A row of the table. Its share, from 0 to 1, is drawn as a bar. */
export type BarTableRow = { key: string; name: ReactNode; share: number; fill: string; cells: readonly string[] };

type Props = {
  title: string;
  caption?: string | undefined;
  columns: readonly [string, ...string[]];
  bars: readonly BarTableRow[];
};

/** A table whose second column draws shares as bars. */
export function BarTable({ title, caption, columns: [first, ...others], bars }: Props) {
  return (
    <ChartCard title={title}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is meant for form fields */}
      <div
        role="group"
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        tabIndex={0}
        className="max-h-56 overflow-auto"
      >
        <table className="w-full text-xs tabular-nums">
          {caption !== undefined && <caption className="text-left text-ink-faint">{caption}</caption>}
          <thead className={cn('text-2xs text-ink-faint', others.length === 1 && 'sr-only')}>
            <tr>
              {[first, 'Bar', ...others].map((name, position) => (
                <th
                  key={name}
                  scope="col"
                  className={cn('font-normal', position > 1 ? 'whitespace-nowrap pl-2 text-right' : 'text-left')}
                >
                  {position === 1 ? <span className="sr-only">Bar</span> : name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, name, share, fill, cells }) => (
              <tr key={key}>
                <th scope="row" className="min-w-20 max-w-36 break-words py-0.5 pr-2 text-left font-normal">
                  {name}
                </th>
                <td className="w-1/2">
                  <span aria-hidden className="block h-2.5 overflow-hidden rounded-full bg-idle-soft">
                    <span className={cn('block h-full', fill)} style={{ width: `${share * 100}%` }} />
                  </span>
                </td>
                {cells.map((cell, position) => (
                  <td key={position} className="whitespace-nowrap pl-2 text-right">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ChartCard>
  );
}
