import Link from 'next/link';
import type { CSSProperties } from 'react';
import { CaseName } from '@/components/runs/cases/case-name';
import { cn } from '@/components/ui/cn';
import { ArrowDown, ArrowUp } from '@/components/ui/icons';
import { Status } from '@/components/ui/status';
import { useWindowedRows } from '@/components/ui/use-windowed-rows';
import { type CaseRow, caseKey } from '@/runner/fold';
import { formatScoreOrDash } from '@/runner/format';
import type { CaseScoreSummary, ScoreTableRow } from './score-table-model';
import { formatScoreRange, signedDistanceText } from './score-text';

const ROW_PX = 44;
const OVERSCAN = 16;

type Props = {
  rows: readonly ScoreTableRow[];
  scorers: readonly string[];
  sort: string;
  onSort: (sort: string) => void;
  hrefOf: (row: CaseRow) => string;
};

/**
 * A table of cases (rows) and scorers (columns), which shows each score with its expected range. Only rows in or near
 * the visible part are in the DOM.
 */
export function ScoreTable({ rows, scorers, sort, onSort, hrefOf }: Props) {
  const {
    scroller,
    height,
    rows: visibleRows,
  } = useWindowedRows({ count: rows.length, rowPx: ROW_PX, overscan: OVERSCAN });
  const columns: CSSProperties & Record<'--scorers', number> = { '--scorers': scorers.length };
  const heading = { sort, onSort };
  return (
    <section ref={scroller} aria-label="Scores" className="min-h-0 grow overflow-auto">
      {/* The rows are CSS grids, so that the widths of columns do not depend on which rows are visible. */}
      <table
        aria-label="Scores of every case"
        aria-rowcount={rows.length + 1}
        style={columns}
        className="block min-w-max"
      >
        <thead className="sticky top-0 z-10 block bg-sunken text-xs">
          <tr aria-rowindex={1} className={cn(rowClassName, 'bg-inherit')}>
            <SortableHeading {...heading} column="case" title="Case" />
            <th scope="col" className="text-left font-normal text-ink-faint max-sm:hidden">
              Expected
            </th>
            {scorers.map((scorer, position) => (
              <SortableHeading key={scorer} {...heading} column={String(position)} title={scorer} />
            ))}
            <SortableHeading {...heading} column="distance" title="Distance" />
          </tr>
        </thead>
        <tbody className="relative block" style={{ height }}>
          {visibleRows.map(({ index, style }) => {
            const entry = rows[index];
            if (entry === undefined) return null;
            return (
              <tr
                key={caseKey(entry.row.suiteKey, entry.row.id)}
                aria-rowindex={index + 2}
                style={style}
                className={cn(rowClassName, 'absolute inset-x-0 top-0 border-b bg-surface hover:bg-hover')}
              >
                <CaseCell entry={entry} href={hrefOf(entry.row)} />
                <td className="text-ink-faint text-xs max-sm:hidden">
                  {entry.row.range !== undefined && formatScoreRange(entry.row.range)}
                </td>
                {scorers.map((scorer, position) => (
                  <td key={scorer} className="min-w-0">
                    <ScoreSummaryCell summary={entry.figures[position]} />
                  </td>
                ))}
                <td className={cn('text-xs', entry.farthest === 0 && 'text-ink-faint')}>
                  {signedDistanceText(entry.farthest)}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const rowClassName =
  'grid grid-cols-[minmax(9rem,2fr)_repeat(var(--scorers),minmax(9rem,1fr))_5rem] items-center gap-3 pr-4 tabular-nums sm:grid-cols-[minmax(13rem,2fr)_6.5rem_repeat(var(--scorers),minmax(9rem,1fr))_6.5rem]';
/** The CSS classes that keep the names of the cases visible when the table scrolls sideways. */
const firstCellClass =
  'sticky left-0 flex h-full min-w-0 items-center gap-2 bg-inherit py-1.5 pl-4 text-left font-normal';

type HeadingProps = { title: string; column: string; sort: string; onSort: (sort: string) => void };

function SortableHeading({ title, column, sort, onSort }: HeadingProps) {
  const upwards = sort === column;
  const downwards = sort === `-${column}`;
  const Arrow = downwards ? ArrowDown : ArrowUp;
  const order = downwards ? 'descending' : 'ascending';
  return (
    <th
      scope="col"
      aria-sort={upwards || downwards ? order : 'none'}
      className={column === 'case' ? firstCellClass : 'min-w-0 py-1.5 text-left font-normal'}
    >
      <button
        type="button"
        onClick={() => onSort(nextSort(column, sort))}
        className="group flex max-w-full items-center gap-1 font-medium hover:text-accent"
      >
        <span className="truncate" title={title}>
          {title}
        </span>
        <Arrow
          aria-hidden
          className={cn('size-3 shrink-0', !upwards && !downwards && 'opacity-0 group-hover:opacity-50')}
        />
      </button>
    </th>
  );
}

/** Clicks on a column header sort first in ascending order, then in descending order, then in the order of the file. */
function nextSort(column: string, sort: string): string {
  if (sort === column) return `-${column}`;
  return sort === `-${column}` ? '' : column;
}

function CaseCell({ entry: { row, status }, href }: { entry: ScoreTableRow; href: string }) {
  return (
    <th scope="row" className={firstCellClass}>
      <Status of={status} show="icon" />
      <Link href={href} prefetch={false} className="min-w-0 truncate hover:underline">
        <CaseName id={row.id} name={row.name} />
      </Link>
    </th>
  );
}

function ScoreSummaryCell({ summary }: { summary: CaseScoreSummary | undefined }) {
  if (summary === undefined) return <span className="text-ink-faint">–</span>;
  const { score, passed, distance, attempts, passedAttempts, range } = summary;
  const expected = range === undefined ? undefined : `expected ${formatScoreRange(range)}`;
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap" title={expected}>
      <Status of={passed ? 'passed' : failureStatus(score)} show="icon" className="[&_svg]:size-3" />
      <span className="font-medium">{formatScoreOrDash(score)}</span>
      {distance !== null && distance !== 0 && <span className="text-fail text-xs">{signedDistanceText(distance)}</span>}
      {attempts > 1 && (
        <span className="text-2xs text-ink-faint">
          {passedAttempts} of {attempts}
        </span>
      )}
    </span>
  );
}

function failureStatus(score: number | null): 'failed' | 'error' {
  return score === null ? 'error' : 'failed';
}
