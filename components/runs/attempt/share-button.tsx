import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useCommands } from '@/components/layout/commands';
import { Button } from '@/components/ui/button';
import { FileDown } from '@/components/ui/icons';
import { lazyComponent, loadPart } from '@/components/ui/lazy-component';
import type { AttemptState } from '@/runner/fold';

const ShareDialog = lazyComponent(dynamic(() => loadPart(() => import('./share-dialog'), 'ShareDialog')));

type Props = { runId: string; attempt: AttemptState; turn: number | null };

/** Saves a conversation as a file, for people without the dashboard. */
export function ShareButton({ runId, attempt, turn }: Props) {
  const [open, setOpen] = useState(false);
  useCommands(() => [{ id: 'share', title: 'Share this conversation', run: () => setOpen(true) }]);
  return (
    <>
      <Button look="quiet" size="sm" title="Share" onClick={() => setOpen(true)} icon={FileDown}>
        <span className="@max-2xl:sr-only">Share</span>
      </Button>
      {open && <ShareDialog runId={runId} attempt={attempt} turn={turn} onClose={() => setOpen(false)} />}
    </>
  );
}
