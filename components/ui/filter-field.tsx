import { useRef } from 'react';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { Search, X } from '@/components/ui/icons';
import { cn } from './cn';

type Props = {
  label: string;
  placeholder: string;
  value: string;
  onChange: (text: string) => void;
  className?: string;
};

/** The filter field of a page. The key `/` focuses it, Escape leaves it. */
export function FilterField({ label, placeholder, value, onChange, className }: Props) {
  const field = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => field.current?.select() });
  return (
    <div className={cn('relative', className)}>
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-ink-faint" />
      <input
        ref={field}
        type="text"
        inputMode="search"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
        className="h-8 w-full rounded-md border bg-surface pr-8 pl-8 text-sm placeholder:text-ink-faint"
      />
      {value !== '' && (
        <button
          type="button"
          aria-label="Clear filter"
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
          className="absolute top-1 right-1 grid size-6 place-items-center rounded-sm text-ink-faint hover:bg-hover hover:text-ink"
        >
          <X aria-hidden className="size-3.5" />
        </button>
      )}
    </div>
  );
}
