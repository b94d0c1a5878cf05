'use client';

import { Keyboard } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { untilLoaded } from '@/components/ui/until-loaded';
import { useShortcuts } from './use-shortcuts';

const ShortcutDialog = dynamic(
  () => untilLoaded(() => import('./shortcut-dialog')).then((module) => module.ShortcutDialog),
  {
    ssr: false,
  },
);

export function ShortcutHelp() {
  const [open, setOpen] = useState(false);
  useShortcuts({ '?': () => setOpen(true) });
  return (
    <>
      <Button
        look="quiet"
        size="icon"
        aria-label="Keyboard shortcuts"
        className="max-sm:hidden"
        onClick={() => setOpen(true)}
      >
        <Keyboard aria-hidden className="size-4" />
      </Button>
      {open && <ShortcutDialog onClose={() => setOpen(false)} />}
    </>
  );
}
