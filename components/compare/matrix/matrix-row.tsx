import type { CSSProperties, KeyboardEvent } from 'react';
import { findSharedFolder, shortSuiteName } from '@/components/runs/suite-names';
import { Checkbox } from '@/components/ui/checkbox';
import { cn } from '@/components/ui/cn';
import { ChoiceLink } from '@/components/ui/links';
import type { CellExplanation, MatrixRow as Row, RunMatrix } from '@/lib/queries';
import { matrixCells } from './arrange-rows';
import { MatrixCell } from './matrix-cell';
import { firstCellClass, matrixRowClass } from './matrix-look';

type Props = {
  matrix: RunMatrix;
  titles: readonly string[];
  row: Row;
  index: number;
  style: CSSProperties;
  words: readonly (CellExplanation | null)[] | undefined;
  isTicked: boolean;
  onTick: (isTicked: boolean) => void;
  /** The column of the focused cell, if it is in this row; `isChosen` is true if the user moved the focus there. */
  current: { column: number; isChosen: boolean } | undefined;
  onOpen: (column: number) => void;
  onCellKey: (event: KeyboardEvent, column: number) => void;
};

/** A row of the matrix: a case with a cell for each column. */
export function MatrixRow({ matrix: { columns, suites }, row, index, style, isTicked, onTick, ...cells }: Props) {
  const [suite, caseId] = row;
  return (
    <tr
      aria-rowindex={index + 2}
      style={style}
      className={cn(matrixRowClass, 'absolute inset-x-0 top-0 border-t bg-surface hover:bg-hover')}
    >
      <th scope="row" className={cn(firstCellClass, 'flex h-full items-start gap-2 py-2 font-medium')}>
        <Checkbox className="mt-0.5 size-3.5" aria-label={`Select ${caseId}`} checked={isTicked} onChange={onTick} />
        <span className="flex min-w-0 flex-col">
          <span className="line-clamp-2 break-words" title={caseId} dir="auto">
            {caseId}
          </span>
          {suites.length > 1 && (
            <span className="truncate font-normal text-2xs text-ink-faint" title={suites[suite]}>
              {shortSuiteName(suites[suite] ?? '', findSharedFolder(suites))}
            </span>
          )}
        </span>
      </th>
      {matrixCells(row).map((cell, column) => {
        const { titles, words, current, onOpen, onCellKey } = cells;
        const { runId = '', currency } = columns[column] ?? {};
        const isCurrent = current?.column === column;
        const isChosen = isCurrent && current.isChosen;
        const search = new URLSearchParams({ suite: suites[suite] ?? '', case: caseId });
        return (
          <td key={runId} className={cn('min-w-0', isChosen && 'bg-chosen')}>
            <ChoiceLink
              href={`/runs/${runId}?${search}`}
              chosen={isChosen}
              onChoose={() => onOpen(column)}
              onKeyDown={(event) => onCellKey(event, column)}
              tabIndex={isCurrent ? 0 : -1}
              data-cell={`${index} ${column}`}
              className="flex h-full flex-col gap-0.5 overflow-hidden px-1 py-1.5 outline-offset-[-2px]"
            >
              <span className="sr-only">{`${caseId} on ${titles[column]}: `}</span>
              {cell === null ? (
                <span className="text-ink-faint">not run</span>
              ) : (
                <MatrixCell cell={cell} words={words?.[column]} currency={currency} />
              )}
            </ChoiceLink>
          </td>
        );
      })}
    </tr>
  );
}
