'use client';

import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import { useKept } from '@/components/ui/kept';
import { foldKey } from './fold-key';

const LONG_CHARACTERS = 1_600;
const LONG_LINES = 24;

/** Shows the beginning of a long text, and the rest when asked. */
export function Foldable({ text, children }: { text: string; children: ReactNode }) {
  const [open, setOpen] = useKept(foldKey(text));
  if (!isLong(text)) return children;
  return (
    <div>
      <div className={cn(!open && 'max-h-72 overflow-hidden [mask-image:linear-gradient(black_75%,transparent)]')}>
        {children}
      </div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="mt-1 text-accent text-xs underline-offset-2 hover:underline"
      >
        {open ? 'Show less' : `Show all ${text.length.toLocaleString('en')} characters`}
      </button>
    </div>
  );
}

function isLong(text: string): boolean {
  return text.length > LONG_CHARACTERS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;
}
