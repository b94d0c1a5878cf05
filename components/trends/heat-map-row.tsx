import Link from 'next/link';
import { CaseHealthBadge } from '@/components/ui/case-health-badge';
import { cn } from '@/components/ui/cn';
import type { CaseRowOfRuns } from '@/lib/queries';
import { formatCountWithNoun, replaceInvisibleCharacters } from '@/runner/format';
import { caseHref } from './addresses';
import { heatMapCellLook } from './heat-map-cell-look';

type Props = {
  id: string;
  row: CaseRowOfRuns;
  connector: string;
  /** The index of the row, from 0. */
  index: number;
  /** The index of the selected run, if its cell is in this row. */
  selectedColumn: number | undefined;
  transform: string;
};

/** A row of the heat map: a case with its results in all runs. */
export function HeatMapRow({ id, row, connector, index, selectedColumn, transform }: Props) {
  return (
    <tr
      aria-rowindex={index + 2}
      style={{ transform }}
      // Defines the styles of all cells on the row, because repeating them in thousands of cells would make the DOM
      // much larger.
      className="absolute inset-x-0 top-0 grid h-6 grid-cols-[var(--columns)] gap-px *:[td]:cursor-pointer *:[td]:select-none *:[td]:overflow-hidden *:[td]:text-center *:[td]:text-2xs *:[td]:leading-6"
    >
      <th
        scope="row"
        className="sticky left-0 z-10 flex min-w-0 items-center gap-2 bg-surface pr-2 text-left font-normal text-2xs"
      >
        <Link
          href={caseHref(row, connector)}
          prefetch={false}
          title={`${row.suiteKey} · ${row.caseId}`}
          className="min-w-0 grow truncate leading-6 hover:underline"
        >
          {replaceInvisibleCharacters(row.caseId)}
        </Link>
        <CaseHealthBadge caseHealth={row.standing} className="shrink-0" />
        <span className="shrink-0 text-ink-faint tabular-nums" title={formatCountWithNoun(row.flips, 'flip')}>
          {row.flips}
        </span>
      </th>
      {Array.from(row.cells, (letter, run) => {
        const { word, sign, look } = heatMapCellLook(letter);
        return (
          <td
            key={run}
            id={`${id}-${index}-${run}`}
            aria-colindex={run + 2}
            aria-label={word}
            className={cn(look, run === selectedColumn && 'outline-2 outline-accent -outline-offset-1')}
          >
            {sign}
          </td>
        );
      })}
    </tr>
  );
}
