import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { cn } from './cn';

export type Tab<Name extends string> = { name: Name; title: string; count?: number; content: ReactNode };

type Props<Name extends string> = {
  label: string;
  value: Name;
  onValueChange: (name: Name) => void;
  tabs: readonly Tab<Name>[];
  /** Shown at the end of the row of tabs. */
  end?: ReactNode;
};

/**
 * Tabs that follow the ARIA pattern: the Tab key stops only once, and the arrow keys move between them. Only the
 * content of the selected tab is rendered.
 */
export function Tabs<Name extends string>({ label, value, onValueChange, tabs, end }: Props<Name>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const position = tabs.findIndex(({ name }) => name === value);
  const open = tabs[position];

  function onKeyDown(event: KeyboardEvent): void {
    const target = tabIndexAfterKey(event.key, position, tabs.length);
    const tab = target === undefined ? undefined : tabs[target];
    if (target === undefined || tab === undefined) return;
    event.preventDefault();
    onValueChange(tab.name);
    list.current?.querySelectorAll('button')[target]?.focus();
  }

  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex shrink-0 items-center border-b">
        <div
          ref={list}
          role="tablist"
          aria-label={label}
          onKeyDown={onKeyDown}
          className="-mb-px flex h-9 min-w-0 grow gap-4 overflow-x-auto px-4"
        >
          {tabs.map(({ name, title, count }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={name === value}
              aria-controls={`${id}-panel`}
              tabIndex={name === value ? 0 : -1}
              onClick={() => onValueChange(name)}
              className={cn(
                'flex items-center gap-1.5 whitespace-nowrap border-b-2 text-xs outline-offset-[-2px]',
                name === value
                  ? 'border-accent font-medium text-ink'
                  : 'border-transparent text-ink-faint hover:text-ink',
              )}
            >
              {title}
              {count !== undefined && <span className="text-2xs text-ink-faint tabular-nums">{count}</span>}
            </button>
          ))}
        </div>
        {end}
      </div>
      <div
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable panel must be reachable with the keyboard
        tabIndex={0}
        className="min-h-0 grow overflow-y-auto outline-offset-[-2px]"
      >
        {open?.content}
      </div>
    </div>
  );
}

function tabIndexAfterKey(key: string, position: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (position + 1) % count;
    case 'ArrowLeft':
      return (position - 1 + count) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}
