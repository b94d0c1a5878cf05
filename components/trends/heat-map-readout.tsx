import { cn } from '@/components/ui/cn';
import { TextLink } from '@/components/ui/links';
import type { CaseRowOfRuns, TrendRun } from '@/lib/queries';
import { formatLocalTime, replaceInvisibleCharacters } from '@/runner/format';
import { conversationHref } from './addresses';
import { cellLegend, heatMapCellLook } from './heat-map-cell-look';
import type { HeatMapCellPosition } from './next-cell-position';

type Props = { runs: readonly TrendRun[]; rows: readonly CaseRowOfRuns[]; position: HeatMapCellPosition | undefined };

/** Describes the selected cell of the heat map, and explains its symbols. */
export function HeatMapReadout({ runs, rows, position }: Props) {
  const row = position === undefined ? undefined : rows[position.row];
  const run = position === undefined ? undefined : runs[position.run];
  const letter = row?.cells[position?.run ?? 0] ?? '.';
  return (
    <div className="flex flex-col gap-1 text-2xs text-ink-faint">
      <p className="min-h-8 break-words text-ink-soft">
        {row === undefined || run === undefined ? (
          'Hover over a cell or use the arrow keys; Enter opens the conversation.'
        ) : (
          <>
            {replaceInvisibleCharacters(row.caseId)}, run {(position?.run ?? 0) + 1}, {formatLocalTime(run.startedAt)}:{' '}
            {heatMapCellLook(letter).word}.{' '}
            {letter !== '.' && (
              <TextLink href={conversationHref(run.runId, row)} look="inline" className="whitespace-nowrap">
                Open this conversation
              </TextLink>
            )}
          </>
        )}
      </p>
      <ul aria-label="Signs" className="flex flex-wrap gap-x-3 gap-y-1">
        {cellLegend.map(({ letter: sign, text }) => (
          <li key={sign} className="flex items-center gap-1">
            <span aria-hidden className={cn('grid size-4 place-items-center', heatMapCellLook(sign).look)}>
              {heatMapCellLook(sign).sign}
            </span>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
