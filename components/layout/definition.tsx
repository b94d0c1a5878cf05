import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';

type Props = { title?: string; className?: string; children: ReactNode };

/** Says what numbers mean, one click away from them. */
export function Definition({ title = 'What these numbers mean', className, children }: Props) {
  return (
    <details className={cn('text-ink-faint text-xs', className)}>
      <summary className="w-fit">{title}</summary>
      <div className="flex max-w-prose flex-col gap-1 pt-1">{children}</div>
    </details>
  );
}
