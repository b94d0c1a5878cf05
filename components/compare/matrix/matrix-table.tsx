'use client';

import { type CSSProperties, useMemo } from 'react';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/cn';
import { useWindowedRows } from '@/components/ui/use-windowed-rows';
import type { MatrixRow as Row, RunMatrix } from '@/lib/queries';
import { columnTitles } from './column-titles';
import { MatrixHeading } from './matrix-heading';
import { firstCellClass, matrixRowClass } from './matrix-look';
import { MatrixRow } from './matrix-row';
import { rowKey } from './row-key';
import { useMatrixCellExplanations } from './use-matrix-cell-explanations';
import { type CellSelectionEffect, type MatrixCellPosition, useMatrixKeyboard } from './use-matrix-keyboard';
import type { MatrixSelection } from './use-matrix-selection';

const ROW_PX = 68;
const OVERSCAN = 6;
const COLUMN_WIDTH = '15rem';
const COLUMN_GAP = '0.75rem';

type Props = {
  matrix: RunMatrix;
  /** The rows to show, in order. */
  rows: readonly Row[];
  currentCell: MatrixCellPosition | undefined;
  onPlace: (cell: MatrixCellPosition, effect: CellSelectionEffect) => void;
  ticks: MatrixSelection;
};

/**
 * The table of cases (rows) and runs (columns). The Tab key focuses one cell of it, and the arrow keys move between
 * cells. Only rows in or near the visible part are in the DOM.
 */
export function MatrixTable({ matrix, rows, currentCell, onPlace, ticks }: Props) {
  const { columns, suites } = matrix;
  const {
    scroller,
    height,
    rows: visible,
    scrollTo,
  } = useWindowedRows({ count: rows.length, rowPx: ROW_PX, overscan: OVERSCAN });
  const words = useMatrixCellExplanations(matrix, {
    rows,
    from: visible[0]?.index ?? 0,
    to: visible.at(-1)?.index ?? 0,
  });
  const titles = useMemo(() => columnTitles(columns), [columns]);
  const keys = useMemo(() => rows.map((row) => rowKey(row, suites)), [rows, suites]);
  const { current, onCellKey } = useMatrixKeyboard({
    scroller,
    keys,
    columns: columns.length,
    focusedCell: currentCell,
    scrollTo,
    onPlace,
  });
  const style: CSSProperties & Record<'--columns', string> = {
    '--columns': `minmax(var(--case-width), 1fr) repeat(${columns.length}, minmax(${COLUMN_WIDTH}, 2fr))`,
    minWidth: `calc(var(--case-width) + ${columns.length} * (${COLUMN_WIDTH} + ${COLUMN_GAP}) + ${COLUMN_GAP})`,
  };
  return (
    <section
      ref={scroller}
      aria-label="Cases by run"
      // Scroll padding keeps a focused cell from being hidden by the sticky header and first column.
      className="min-h-0 grow scroll-pt-36 scroll-pl-(--case-width) overflow-auto border-t bg-surface [--case-width:8.5rem] sm:[--case-width:15rem]"
    >
      {/* The rows are CSS grids, so that the widths of columns do not depend on which rows are visible. */}
      <table
        aria-label="Cases by run"
        aria-rowcount={rows.length + 1}
        style={style}
        className="block text-sm tabular-nums"
      >
        <thead className="sticky top-0 z-10 block bg-sunken">
          <tr aria-rowindex={1} className={cn(matrixRowClass, 'bg-inherit')}>
            <th scope="col" className={cn(firstCellClass, 'flex items-start gap-2 py-2 text-ink-soft text-xs')}>
              <Checkbox
                className="mt-0.5 size-3.5"
                aria-label="Select all cases shown"
                checked={keys.length > 0 && keys.every((key) => ticks.rows.has(key))}
                onChange={(all) => ticks.onRows(keys, all)}
              />
              {rows.length === matrix.rows.length ? 'Case' : `${rows.length} of ${matrix.rows.length} cases`}
            </th>
            {columns.map((column, position) => (
              <th key={column.runId} scope="col" className="min-w-0 py-2 text-left font-normal">
                <MatrixHeading
                  column={column}
                  title={titles[position] ?? ''}
                  base={position === 0 ? undefined : { runId: columns[0]?.runId ?? '', title: titles[0] ?? '' }}
                  isTicked={ticks.columns.has(column.runId)}
                  onTick={(isTicked) => ticks.onColumn(column.runId, isTicked)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="relative block" style={{ height }}>
          {visible.map(({ index, style: position }) => {
            const row = rows[index];
            const key = keys[index];
            if (row === undefined || key === undefined) return null;
            return (
              <MatrixRow
                key={key}
                matrix={matrix}
                titles={titles}
                row={row}
                index={index}
                style={position}
                words={words(index)}
                isTicked={ticks.rows.has(key)}
                onTick={(isTicked) => ticks.onRows([key], isTicked)}
                current={
                  index === current.row ? { column: current.column, isChosen: key === currentCell?.key } : undefined
                }
                onOpen={(column) => onPlace({ key, column }, 'open')}
                onCellKey={(event, column) => onCellKey(event, { key, column })}
              />
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
