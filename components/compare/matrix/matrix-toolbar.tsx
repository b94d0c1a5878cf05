import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { cn } from '@/components/ui/cn';
import { FilterField } from '@/components/ui/filter-field';
import { ChevronDown } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { Menu } from '@/components/ui/menu';
import type { RunMatrix } from '@/lib/queries';
import { type MatrixCaseFilter, type MatrixSort, matrixCaseFilters, matrixSorts } from '@/runner/contract';
import { matchesMatrixCaseFilter } from './arrange-rows';
import type { MatrixSettings } from './matrix-settings';

const ColumnsDialog = lazyComponent(dynamic(() => loadExport(() => import('./columns-dialog'), 'ColumnsDialog')));
const ViewsDialog = lazyComponent(dynamic(() => loadExport(() => import('./views-dialog'), 'ViewsDialog')));

type Props = {
  matrix: RunMatrix;
  view: MatrixSettings;
  /** The name of the saved view that is shown. */
  name: string | null;
  onView: (name: string | null, view: MatrixSettings) => void;
};

const caseFilterLabels: Readonly<Record<MatrixCaseFilter, { title: string; hint: string }>> = {
  all: { title: 'All', hint: 'All cases' },
  differ: { title: 'Differ', hint: 'The pass rate is not the same in all columns' },
  worse: { title: 'Worse', hint: 'A column has a lower pass rate than the first' },
  flaky: { title: 'Flaky', hint: 'Passed in some attempts of a run, but not in all' },
};

const sortLabels: Readonly<Record<MatrixSort, string>> = {
  suite: 'Order of the suite',
  regression: 'Largest loss first',
  cost: 'Highest cost first',
};

/** The toolbar of the matrix, where columns, cases and their order are chosen. */
export function MatrixToolbar({ matrix, view, name, onView }: Props) {
  const [open, setOpen] = useState<'columns' | 'views'>();
  const changeViewSettings = (changes: Partial<MatrixSettings>) => onView(name, { ...view, ...changes });
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-2 px-4 pb-2 text-xs">
      <fieldset className="flex rounded-md border bg-sunken p-0.5">
        <legend className="sr-only">Cases to show</legend>
        {matrixCaseFilters.map((mode) => (
          <button
            key={mode}
            type="button"
            title={caseFilterLabels[mode].hint}
            aria-pressed={mode === view.mode}
            onClick={() => changeViewSettings({ mode })}
            className={cn(
              'h-6 rounded-sm px-2 tabular-nums',
              mode === view.mode ? 'bg-raised font-medium' : 'text-ink-soft hover:text-ink',
            )}
          >
            {caseFilterLabels[mode].title} {matrix.rows.filter((row) => matchesMatrixCaseFilter(row, mode)).length}
          </button>
        ))}
      </fieldset>
      <Menu
        items={matrixSorts.map((sort) => ({ text: sortLabels[sort], onSelect: () => changeViewSettings({ sort }) }))}
      >
        <Button size="sm">
          {sortLabels[view.sort]}
          <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      </Menu>
      <Button size="sm" onClick={() => setOpen('columns')}>
        Columns…
      </Button>
      <Button size="sm" onClick={() => setOpen('views')}>
        {name === null ? 'Views…' : `View: ${name}`}
      </Button>
      <FilterField
        label="Filter the cases"
        placeholder="Words of the case"
        value={view.filter}
        onChange={(filter) => changeViewSettings({ filter })}
        className="w-full sm:w-56"
      />
      {open === 'columns' && (
        <ColumnsDialog
          matrix={matrix}
          view={view}
          onColumns={(columns) => {
            setOpen(undefined);
            changeViewSettings(columns);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
      {open === 'views' && (
        <ViewsDialog
          view={view}
          name={name}
          onView={(chosenView, look) => {
            setOpen(undefined);
            onView(chosenView, look);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}
