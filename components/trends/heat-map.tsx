import { useRouter } from 'next/navigation';
import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react';
import { useWindowedRows } from '@/components/ui/use-windowed-rows';
import type { CaseRowOfRuns, TrendRun } from '@/lib/queries';
import { caseKey } from '@/runner/fold';
import { formatLocalTime } from '@/runner/format';
import { conversationHref } from './addresses';
import { HeatMapReadout } from './heat-map-readout';
import { HeatMapRow } from './heat-map-row';
import { type HeatMapCellPosition, nextCellPositionAfterKey } from './next-cell-position';

const ROW_PX = 25;
/** The width and height of a cell in pixels. Click targets must be at least 24 pixels wide. */
const CELL_SIZE = '1.5rem';
const OVERSCAN = 10;

type Props = { runs: readonly TrendRun[]; rows: readonly CaseRowOfRuns[]; connector: string };

/**
 * A grid of cases (rows) and runs (columns) with a symbol for each result. The Tab key focuses one cell of it, the
 * arrow keys move between cells, and Enter or a click opens the conversation. Only rows in or near the visible part are
 * in the DOM.
 */
export function HeatMap({ runs, rows, connector }: Props) {
  const id = useId();
  const router = useRouter();
  const [position, setAt] = useState<HeatMapCellPosition | undefined>();
  const {
    scroller,
    height,
    rows: visibleRows,
    scrollTo,
  } = useWindowedRows({ count: rows.length, rowPx: ROW_PX, overscan: OVERSCAN });
  const style: CSSProperties & Record<'--columns', string> = {
    '--columns': `var(--case-width) repeat(${runs.length}, ${CELL_SIZE})`,
    // Sets the width of the list explicitly: its rows are positioned absolutely, and a sticky name stays visible only
    // within the width of its row.
    minWidth: `calc(var(--case-width) + ${runs.length} * (${CELL_SIZE} + 1px))`,
  };
  useEffect(() => {
    // Scrolls to the newest runs when the page opens.
    scroller.current?.scrollTo({ left: scroller.current.scrollWidth });
  }, [scroller]);

  function openConversationOfCell(cell: HeatMapCellPosition | undefined): void {
    const row = cell === undefined ? undefined : rows[cell.row];
    const run = cell === undefined ? undefined : runs[cell.run];
    if (row === undefined || run === undefined || row.cells[cell?.run ?? 0] === '.') return;
    router.push(conversationHref(run.runId, row));
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Ignores keys that are pressed on the link of a case.
    if (event.target !== event.currentTarget) return;
    const shownPosition = position ?? { row: 0, run: runs.length - 1 };
    if (event.key === 'Enter') {
      openConversationOfCell(shownPosition);
      return;
    }
    const next = nextCellPositionAfterKey(event.key, shownPosition, { rows: rows.length, runs: runs.length });
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    scrollTo(next.row);
    scroller.current
      ?.querySelector(`[aria-colindex="${next.run + 2}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  return (
    <div className="flex flex-col gap-1">
      <div
        ref={scroller}
        className="max-h-[30rem] overflow-auto rounded-sm [--case-width:9rem] sm:[--case-width:20rem]"
      >
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table with navigation by arrow keys is a grid
          role="grid"
          tabIndex={0}
          aria-label="Cases by runs"
          aria-rowcount={rows.length + 1}
          aria-colcount={runs.length + 1}
          aria-activedescendant={position === undefined ? undefined : `${id}-${position.row}-${position.run}`}
          onKeyDown={onKeyDown}
          onFocus={(event) => {
            if (event.target === event.currentTarget) setAt((cell) => cell ?? { row: 0, run: runs.length - 1 });
          }}
          onMouseMove={(event) => {
            const cell = findCellUnderPointer(event);
            if (cell !== undefined && (cell.row !== position?.row || cell.run !== position.run)) setAt(cell);
          }}
          onClick={(event) => openConversationOfCell(findCellUnderPointer(event))}
          style={style}
          className="block"
        >
          <thead className="sticky top-0 z-20 block bg-surface text-2xs text-ink-faint">
            <tr aria-rowindex={1} className="grid h-6 grid-cols-[var(--columns)] items-center gap-px">
              <th scope="col" className="sticky left-0 z-10 flex bg-surface pr-2 font-normal leading-6">
                <span className="grow text-left">Case</span> Flips
              </th>
              {runs.map(({ runId, startedAt }, run) => (
                <th
                  key={runId}
                  scope="col"
                  aria-colindex={run + 2}
                  title={formatLocalTime(startedAt)}
                  className="text-center font-normal tabular-nums"
                >
                  <span className="sr-only">Run </span>
                  {run + 1}
                  <span className="sr-only">, {formatLocalTime(startedAt)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="relative block" style={{ height }}>
            {visibleRows.map(({ index, style: { transform } }) => {
              const row = rows[index];
              if (row === undefined) return null;
              const selectedColumn = position?.row === index ? position.run : undefined;
              return (
                <HeatMapRow
                  connector={connector}
                  key={caseKey(row.suiteKey, row.caseId)}
                  id={id}
                  row={row}
                  index={index}
                  selectedColumn={selectedColumn}
                  transform={transform}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      <HeatMapReadout runs={runs} rows={rows} position={position} />
    </div>
  );
}

/** Returns the cell at the target of a mouse event. One listener for all cells avoids fifty thousand listeners. */
function findCellUnderPointer(event: MouseEvent): HeatMapCellPosition | undefined {
  if (!(event.target instanceof Element)) return undefined;
  const cell = event.target.closest('td');
  const row = Number(cell?.closest('tr')?.getAttribute('aria-rowindex') ?? 0) - 2;
  const run = Number(cell?.getAttribute('aria-colindex') ?? 0) - 2;
  return row < 0 || run < 0 ? undefined : { row, run };
}
