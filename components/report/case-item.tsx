import { type KeyboardEvent, memo } from 'react';
import { CaseSummary } from '@/components/runs/cases/case-row';
import { Badge } from '@/components/ui/badge';
import { cn } from '@/components/ui/cn';
import type { CaseRow } from '@/runner/fold';
import { CaseBody } from './case-body';
import type { ReportData } from './stored-data';
import { caseElementId, rowElementId } from './use-report-address';

type Props = {
  row: CaseRow;
  position: number;
  attemptsAt: ReportData['attemptsAt'];
  isHidden: boolean;
  open: boolean;
  /** The number of the turn to which the page scrolls. */
  turn?: string | undefined;
  printing: boolean;
  onToggle: (position: number) => void;
};

/**
 * A row of the case list; the details are below when it is open. Memoized, so that thousands of rows do not re-render.
 */
export const CaseItem = memo(function CaseItem({
  row,
  position,
  attemptsAt,
  isHidden,
  open,
  turn,
  printing,
  onToggle,
}: Props) {
  const bodyId = caseElementId(position);
  return (
    // Displayed as a block, because the browser would renumber all list items whenever the filter hides one.
    <li hidden={isHidden} className="block scroll-mt-12 border-b last:border-b-0">
      <button
        id={rowElementId(position)}
        type="button"
        aria-expanded={open}
        aria-controls={open ? bodyId : undefined}
        onClick={() => onToggle(position)}
        onKeyDown={moveThroughCases}
        className={cn(
          'flex w-full gap-2.5 px-3 py-2 text-left outline-offset-[-2px]',
          open ? 'bg-chosen' : 'hover:bg-hover',
        )}
      >
        <CaseSummary row={row}>
          {row.tags?.map((tag) => (
            <Badge key={tag}>@{tag}</Badge>
          ))}
        </CaseSummary>
      </button>
      {open && (
        <div id={bodyId} className="border-t bg-canvas p-4 max-sm:p-3">
          <CaseBody row={row} read={() => attemptsAt(position)} scope={bodyId} turn={turn} printing={printing} />
        </div>
      )}
    </li>
  );
});

/** The arrow keys move the focus between rows. */
function moveThroughCases(event: KeyboardEvent): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  focusNextRow(event.key === 'ArrowDown' ? 1 : -1);
}

/** Moves the focus to the next or previous visible row. */
export function focusNextRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('li:not([hidden]) > [aria-expanded]')];
  const focusedIndex = rows.findIndex((row) => row.parentElement?.contains(document.activeElement));
  const next = rows[Math.max(0, Math.min(rows.length - 1, focusedIndex + by))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
