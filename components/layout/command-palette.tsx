import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { IconButton } from '@/components/ui/button';
import { Command as CommandIcon } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { type Command, useCommandRegistry } from './commands';

const PaletteDialog = lazyComponent(dynamic(() => loadExport(() => import('./palette-dialog'), 'PaletteDialog')));

/** A button that opens the command palette; Ctrl-K and ⌘K open it, too. */
export function CommandPalette() {
  const registry = useCommandRegistry();
  const [commands, setCommands] = useState<Command[]>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      const offered = registry.all();
      setCommands((open) => (open === undefined ? offered : undefined));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [registry]);
  return (
    <>
      <IconButton
        icon={CommandIcon}
        label="Command palette"
        aria-keyshortcuts="Control+K Meta+K"
        title="Command palette (Ctrl-K)"
        onClick={() => setCommands(registry.all())}
      />
      {/* The palette has the dialog role from the start, so that letters typed before its field has loaded do not trigger shortcuts. */}
      {commands !== undefined && <span role="dialog" aria-label="Command palette" hidden />}
      {commands !== undefined && <PaletteDialog commands={commands} onClose={() => setCommands(undefined)} />}
    </>
  );
}
