import dynamic from 'next/dynamic';
import { useState } from 'react';
import { useCommands } from '@/components/layout/commands';
import { Button } from '@/components/ui/button';
import { FilePlus2 } from '@/components/ui/icons';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import type { AttemptState } from '@/runner/fold';

const SaveCaseDialog = lazyComponent(dynamic(() => loadExport(() => import('./save-case-dialog'), 'SaveCaseDialog')));

type Props = { runId: string; attempt: AttemptState; turn: number | null };

/** Saves a conversation as a case. */
export function SaveCaseButton({ runId, attempt, turn }: Props) {
  const [open, setOpen] = useState(false);
  useCommands(() => [{ id: 'save-case', title: 'Save this conversation as a case', run: () => setOpen(true) }]);
  return (
    <>
      <Button look="quiet" size="sm" title="Save as case" onClick={() => setOpen(true)} icon={FilePlus2}>
        <span className="@max-2xl:sr-only">Save as case</span>
      </Button>
      {open && <SaveCaseDialog runId={runId} attempt={attempt} turn={turn} onClose={() => setOpen(false)} />}
    </>
  );
}
