import type { ReactNode } from 'react';

type Props = { title: string; note?: string; words: string; table: ReactNode; children: ReactNode };

/** A chart with its title, what it shows in a sentence for those who do not see it, and its numbers as a table. */
export function ChartFrame({ title, note, words, table, children }: Props) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-2 rounded-lg border bg-surface px-4 py-3">
      <h2 className="font-semibold text-xs">{title}</h2>
      <div role="img" aria-label={words}>
        <div aria-hidden>{children}</div>
      </div>
      {note !== undefined && <p className="text-2xs text-ink-faint">{note}</p>}
      <details>
        <summary className="text-accent text-xs">As a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable without a mouse */}
        <section aria-label={`${title}, as a table`} tabIndex={0} className="mt-2 max-h-72 overflow-auto">
          {table}
        </section>
      </details>
    </section>
  );
}

type TableProps = { columns: readonly string[]; lines: readonly { key: string; cells: readonly ReactNode[] }[] };

/** The numbers of a chart; the first column names the line. */
export function ChartTable({ columns, lines }: TableProps) {
  return (
    <table className="w-full text-xs tabular-nums">
      <thead className="text-ink-faint">
        <tr>
          {columns.map((column, position) => (
            <th
              key={column}
              scope="col"
              className={position === 0 ? 'text-left font-normal' : 'text-right font-normal'}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ key, cells: [name, ...cells] }) => (
          <tr key={key} className="border-t">
            <th scope="row" className="break-words py-0.5 text-left font-normal">
              {name}
            </th>
            {cells.map((cell, position) => (
              <td key={position} className="whitespace-nowrap py-0.5 pl-2 text-right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
