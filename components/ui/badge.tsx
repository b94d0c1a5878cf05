import type { ReactNode } from 'react';
import { cn } from './cn';

type Props = { children: ReactNode; title?: string; className?: string };

export function Badge({ children, title, className }: Props) {
  return (
    <span
      title={title}
      className={cn(
        'inline-flex items-center rounded-sm border bg-sunken px-1.5 text-2xs text-ink-soft leading-4',
        className,
      )}
    >
      <span className="min-w-0 truncate">{children}</span>
    </span>
  );
}
