import type { ReactNode } from 'react';
import { cn } from './cn';

type Props = { label: string; onTouch?: () => void; className?: string; children: ReactNode };

/** A pane that scrolls independently of the page. */
export function ScrollPane({ label, onTouch, className, children }: Props) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
      tabIndex={0}
      onPointerDown={onTouch}
      onWheel={onTouch}
      className={cn('min-h-0 grow overflow-y-auto px-4 pt-4 pb-8 outline-offset-[-2px]', className)}
    >
      {children}
    </section>
  );
}
