import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useShortcuts } from '@/components/layout/use-shortcuts';

/** The position of a cell: the key of its case, and its column. */
export type MatrixCellPosition = { key: string; column: number };

/** Whether selecting a cell also opens its conversations. */
export type CellSelectionEffect = 'open' | 'stay';

type MatrixNavigationOptions = {
  scroller: RefObject<HTMLElement | null>;
  /** The keys of the shown rows, in order. */
  keys: readonly string[];
  columns: number;
  focusedCell: MatrixCellPosition | undefined;
  scrollTo: (row: number) => void;
  onPlace: (cell: MatrixCellPosition, effect: CellSelectionEffect) => void;
};

const cellStepByArrowKey: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** Moves between cells with `h j k l` and the arrow keys; the space bar opens a cell. */
export function useMatrixKeyboard({
  scroller,
  keys,
  columns,
  focusedCell,
  scrollTo,
  onPlace,
}: MatrixNavigationOptions) {
  const currentCell = {
    row: Math.max(0, keys.indexOf(focusedCell?.key ?? '')),
    column: clampIndex(focusedCell?.column ?? 0, columns),
  };
  const takesFocus = useRef(false);
  useEffect(() => {
    if (!takesFocus.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${currentCell.row} ${currentCell.column}"]`);
    // Waits until the cell is in the DOM: a row outside the visible part is rendered only after the list has scrolled
    // to it.
    if (cell == null) return;
    takesFocus.current = false;
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  function moveSelectedCell(rowStep: number, columnStep: number): void {
    const row = focusedCell === undefined ? currentCell.row : clampIndex(currentCell.row + rowStep, keys.length);
    const key = keys[row];
    if (key === undefined) return;
    takesFocus.current = true;
    scrollTo(row);
    const column =
      focusedCell === undefined ? currentCell.column : clampIndex(currentCell.column + columnStep, columns);
    onPlace({ key, column }, 'stay');
  }
  useShortcuts({
    j: () => moveSelectedCell(1, 0),
    k: () => moveSelectedCell(-1, 0),
    h: () => moveSelectedCell(0, -1),
    l: () => moveSelectedCell(0, 1),
  });
  function onCellKey(event: KeyboardEvent, cell: MatrixCellPosition): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = cellStepByArrowKey[event.key];
    if (step === undefined && event.key !== ' ') return;
    event.preventDefault();
    if (step === undefined) onPlace(cell, 'open');
    else moveSelectedCell(...step);
  }
  return { current: currentCell, onCellKey };
}

function clampIndex(index: number, count: number): number {
  return Math.min(Math.max(index, 0), Math.max(0, count - 1));
}
