import { cn } from '@/components/ui/cn';
import { FilterField } from '@/components/ui/filter-field';
import { Status } from '@/components/ui/status';
import { type Counts, caseStatuses } from '@/runner/contract';
import type { ReportFilter } from './use-report-address';

type Props = {
  counts: Counts;
  chosenFilter: ReportFilter;
  onChoose: (filter: ReportFilter) => void;
  /** The number of matching cases, as text. */
  amount: string;
};

/** A field for full-text search, and a button for each status that occurs. */
export function FilterBar({ counts, chosenFilter, onChoose, amount }: Props) {
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <FilterField
        label="Filter the cases"
        placeholder="Filter: words, s:failed, @tag, !not"
        value={chosenFilter.q}
        onChange={(q) => onChoose({ ...chosenFilter, q })}
        className="min-w-0 grow basis-56"
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is meant for form fields */}
      <div role="group" aria-label="Status" className="flex flex-wrap gap-1.5">
        {caseStatuses
          .filter((status) => counts[status] > 0)
          .map((status) => (
            <button
              key={status}
              type="button"
              aria-pressed={chosenFilter.status === status}
              onClick={() => onChoose({ ...chosenFilter, status: chosenFilter.status === status ? undefined : status })}
              className={cn(
                'flex h-8 items-center gap-1.5 rounded-md border px-2.5 tabular-nums',
                chosenFilter.status === status ? 'border-accent bg-chosen' : 'bg-surface hover:bg-hover',
              )}
            >
              <Status of={status} />
              {counts[status]}
            </button>
          ))}
      </div>
      <p role="status" className="min-w-22 text-right text-ink-faint tabular-nums max-sm:text-left">
        {amount}
      </p>
    </div>
  );
}
