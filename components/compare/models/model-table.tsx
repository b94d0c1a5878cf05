'use client';

import { type CSSProperties, useMemo } from 'react';
import { cn } from '@/components/ui/cn';
import { TextLink } from '@/components/ui/links';
import { useWindowedRows } from '@/components/ui/use-windowed-rows';
import type { ModelColumn } from '@/lib/queries';
import { ModelCell } from './model-cell';
import { ModelHeading } from './model-heading';
import { type CompactRow, toCellFigures } from './model-rows';

const ROW_PX = 37;
const OVERSCAN = 8;
const COLUMN = '13rem';
const GAP = '0.75rem';

type Props = {
  columns: readonly ModelColumn[];
  rows: readonly CompactRow[];
  /** Number of all cases; more than `rows` if only some are shown. */
  cases: number;
  suiteKey: string;
};

/**
 * The cases of a suite with their result on each connector. Only visible rows, and some around them, are in the DOM.
 */
export function ModelTable({ columns, rows, cases, suiteKey }: Props) {
  const {
    scroller,
    height,
    rows: visibleRows,
  } = useWindowedRows({ count: rows.length, rowPx: ROW_PX, overscan: OVERSCAN });
  const style: CSSProperties & Record<'--columns', string> = {
    '--columns': `minmax(var(--case-width), 1fr) repeat(${columns.length}, minmax(${COLUMN}, 1fr))`,
    minWidth: `calc(var(--case-width) + ${columns.length} * (${COLUMN} + ${GAP}) + ${GAP})`,
  };
  const names = useMemo(() => columns.map(({ connector }) => connector ?? 'the agent’s own connector'), [columns]);
  const first = columns[0];
  return (
    <section
      ref={scroller}
      aria-label="Cases by connector"
      // Scroll padding keeps a focused cell from hiding under the sticky header and first column.
      className="max-h-[max(24rem,calc(100dvh-10rem))] scroll-pt-36 scroll-pl-(--case-width) overflow-auto rounded-lg border bg-surface [--case-width:8rem] sm:[--case-width:14rem]"
    >
      {/* Rows are grids, so that column widths do not depend on which rows are visible. */}
      <table
        aria-label="Cases by connector"
        aria-rowcount={rows.length + 1}
        style={style}
        className="block text-sm tabular-nums"
      >
        <thead className="sticky top-0 z-10 block bg-sunken">
          <tr aria-rowindex={1} className={cn(line, 'bg-inherit')}>
            <th scope="col" className={cn(firstCell, 'py-2 text-ink-soft text-xs')}>
              {rows.length === cases ? 'Case' : `${rows.length} of ${cases} cases`}
            </th>
            {columns.map((column) => (
              <th key={column.runId} scope="col" className="min-w-0 py-2 text-left font-normal">
                <ModelHeading column={column} base={column === first ? undefined : first} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="relative block" style={{ height }}>
          {visibleRows.map(({ index, style: place }) => {
            const [caseId, ...cells] = rows[index] ?? [''];
            return (
              <tr
                key={caseId}
                aria-rowindex={index + 2}
                style={place}
                className={cn(line, 'absolute inset-x-0 top-0 items-center border-t bg-surface hover:bg-hover')}
              >
                <th scope="row" className={cn(firstCell, 'flex h-full items-center font-medium')}>
                  <span className="truncate" title={caseId}>
                    {caseId}
                  </span>
                </th>
                {columns.map(({ runId }, position) => {
                  const cell = cells[position] ?? null;
                  return (
                    <td key={runId} className="min-w-0 whitespace-nowrap">
                      {cell === null ? (
                        <span className="text-ink-faint">not run</span>
                      ) : (
                        <TextLink
                          href={caseHref(runId, { suite: suiteKey, case: caseId })}
                          className="block py-1 text-ink"
                        >
                          <span className="sr-only">{`${caseId} on ${names[position]}: `}</span>
                          <ModelCell figures={toCellFigures(cell)} />
                        </TextLink>
                      )}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const line = 'grid grid-cols-(--columns) gap-x-3 pr-3';
/** The names of cases stay in sight when the table is scrolled sideways. */
const firstCell = 'sticky left-0 z-1 min-w-0 bg-inherit pl-3 text-left font-normal';

function caseHref(runId: string, place: { suite: string; case: string }): string {
  return `/runs/${runId}?${new URLSearchParams(place)}`;
}
