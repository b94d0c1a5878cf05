'use client';

import { Keyboard } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { later, loadPart } from '@/components/ui/later';
import { CommandPalette } from './command-palette';
import { MainNav } from './main-nav';
import { ThemeSwitch } from './theme-switch';
import { useShortcuts } from './use-shortcuts';

export function AppBar() {
  return (
    <header className="flex shrink-0 items-center gap-x-5 border-b bg-surface px-4 max-sm:flex-wrap max-sm:pt-1.5 sm:h-11">
      <Link href="/runs" prefetch={false} className="flex items-center gap-2 font-semibold text-base tracking-tight">
        <Logo className="size-5 text-accent" />
        Turntree
      </Link>
      <MainNav />
      <div className="flex items-center gap-1 max-sm:ml-auto">
        <CommandPalette />
        <ShortcutHelp />
        <ThemeSwitch />
      </div>
    </header>
  );
}

/** A trunk with its turns. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className} fill="none" stroke="currentColor" strokeWidth="2">
      <path d="M12 22V5M12 17c-4.500 0-6-2-6-5M12 12.500c4 0 5.500-1.800 5.500-4.500" strokeLinecap="round" />
      <g fill="currentColor" stroke="none">
        <circle cx="12" cy="4" r="2.600" />
        <circle cx="6" cy="10.500" r="2.600" />
        <circle cx="17.500" cy="6.500" r="2.600" />
      </g>
    </svg>
  );
}

const ShortcutDialog = later(dynamic(() => loadPart(() => import('./shortcut-dialog'), 'ShortcutDialog')));

function ShortcutHelp() {
  const [open, setOpen] = useState(false);
  useShortcuts({ '?': () => setOpen(true) });
  return (
    <>
      <IconButton icon={Keyboard} label="Keyboard shortcuts" className="max-sm:hidden" onClick={() => setOpen(true)} />
      {open && <ShortcutDialog onClose={() => setOpen(false)} />}
    </>
  );
}
