'use client';

import { cn } from '@/components/ui/cn';
import { type CaseView, caseViews } from '../../cases/case-places';

type Props = { view: CaseView; onView: (view: CaseView) => void };

const titles = { source: 'Source', form: 'Form' } as const;

/** The text itself, or the chosen case as a form. */
export function CaseViewSwitch({ view, onView }: Props) {
  return (
    <fieldset className="flex shrink-0 gap-0.5 rounded-md border bg-sunken p-0.5">
      <legend className="sr-only">View</legend>
      {caseViews.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === view}
          onClick={() => onView(name)}
          className={cn(
            'h-6 rounded-sm px-2 text-xs',
            name === view ? 'bg-raised font-medium text-ink' : 'text-ink-soft hover:text-ink',
          )}
        >
          {titles[name]}
        </button>
      ))}
    </fieldset>
  );
}
