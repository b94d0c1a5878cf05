import type { ReactNode } from 'react';
import { cn } from './cn';

export function Badge({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <span
      className={cn(
        'inline-flex items-center rounded-sm border bg-sunken px-1.5 text-2xs text-ink-soft leading-4',
        className,
      )}
    >
      {children}
    </span>
  );
}
