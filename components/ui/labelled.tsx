import type { ReactNode } from 'react';

/** A field with its name above it. */
export function Labelled({ label, htmlFor, children }: { label: string; htmlFor: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={htmlFor} className="text-ink-soft text-xs">
        {label}
      </label>
      {children}
    </div>
  );
}
