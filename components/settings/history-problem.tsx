'use client';

import dynamic from 'next/dynamic';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { Notice } from '@/components/ui/notice';

// Loaded lazily, because this component is part of every page's layout but rarely needs the button.
const NewHistoryButton = lazyComponent(
  dynamic(() => loadExport(() => import('./new-history-button'), 'NewHistoryButton')),
);

type Props = { code: string; message: string; details: readonly string[] };

/** Shown instead of every page while the history database cannot be opened. */
export function HistoryProblem({ code, message, details }: Props) {
  return (
    <main className="grow overflow-y-auto">
      <h1 className="sr-only">The history cannot be opened</h1>
      <div role="alert">
        <Notice
          title={capitalizeSentence(message)}
          details={[...details, 'Reload this page when the problem is solved.']}
        >
          {code === 'database_damaged' && <NewHistoryButton />}
        </Notice>
      </div>
    </main>
  );
}

function capitalizeSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
