'use client';

import { type ReactNode, useState } from 'react';
import { cn } from '@/components/ui/cn';

type Props = { title?: ReactNode; className?: string; children: ReactNode };

/** A popover that explains the numbers of a view; it opens with a click. */
export function Definition({ title = 'What these numbers mean', className, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className={cn('text-ink-faint text-xs', className)}
    >
      <summary className="w-fit">{title}</summary>
      {isOpen && <div className="flex max-w-prose flex-col gap-1 pt-1">{children}</div>}
    </details>
  );
}
