'use client';

import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { Keyboard } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { CommandPalette } from './command-palette';
import { Logo } from './logo';
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

const ShortcutDialog = lazyComponent(dynamic(() => loadExport(() => import('./shortcut-dialog'), 'ShortcutDialog')));

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
