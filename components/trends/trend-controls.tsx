import { useId } from 'react';
import { Select } from '@/components/ui/select';
import { plural } from '@/lib/format';
import { EVERY_SUITE, type Trends, type TrendsSearch, type TrendWindow, trendWindows } from '@/lib/queries';
import { wordsOfWindow } from './trend-words';

type Props = { trends: Trends; search: TrendsSearch; onSearch: (search: Partial<TrendsSearch>) => void };

/** Radix takes no empty text for a value. */
const EVERY_AGENT = '*';

/** Of which runs trends are shown. */
export function TrendControls({ trends: { suites, agents, suiteKey }, search, onSearch }: Props) {
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field id={`${id}-suite`} label="Suite" className="w-72">
        <Select
          id={`${id}-suite`}
          value={suiteKey}
          placeholder="Choose a suite"
          onValueChange={(suite) => onSearch({ suite, agent: '' })}
          options={[
            ...suites.map(({ key, runs }) => ({ value: key, text: key, hint: plural(runs, 'run') })),
            { value: EVERY_SUITE, text: 'Every suite', hint: 'Their pass rates are not of the same cases' },
          ]}
        />
      </Field>
      <Field id={`${id}-agent`} label="Agent" className="w-56">
        <Select
          id={`${id}-agent`}
          value={search.agent === '' ? EVERY_AGENT : search.agent}
          placeholder="Choose an agent"
          onValueChange={(agent) => onSearch({ agent: agent === EVERY_AGENT ? '' : agent })}
          options={[
            { value: EVERY_AGENT, text: 'Every agent' },
            ...agents.map(({ key, runs }) => ({ value: key, text: key, hint: plural(runs, 'run') })),
          ]}
        />
      </Field>
      <Field id={`${id}-window`} label="Window" className="w-40">
        <Select
          id={`${id}-window`}
          value={search.window}
          placeholder="Choose a window"
          onValueChange={(value) => onSearch({ window: windowOf(value) })}
          options={trendWindows.map((window) => ({ value: window, text: wordsOfWindow(window) }))}
        />
      </Field>
      <label className="flex h-8 items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={search.same}
          onChange={(event) => onSearch({ same: event.currentTarget.checked })}
          className="size-4 accent-accent"
        />
        Same cases only
      </label>
    </div>
  );
}

function windowOf(value: string): TrendWindow {
  return trendWindows.find((window) => window === value) ?? 'all';
}

type FieldProps = { id: string; label: string; className: string; children: React.ReactNode };

function Field({ id, label, className, children }: FieldProps) {
  return (
    <div className={`flex min-w-0 max-w-full flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-ink-soft text-xs">
        {label}
      </label>
      {children}
    </div>
  );
}
