'use client';

import dynamic from 'next/dynamic';
import { later, loadPart } from '@/components/ui/later';
import { Notice } from '@/components/ui/notice';

// The frame of every page has this at hand, and nearly no page needs it.
const NewHistoryButton = later(dynamic(() => loadPart(() => import('./new-history-button'), 'NewHistoryButton')));

type Props = { code: string; message: string; details: readonly string[] };

/** Stands in the place of every page while the history cannot be opened. */
export function HistoryProblem({ code, message, details }: Props) {
  return (
    <main className="grow overflow-y-auto">
      <h1 className="sr-only">The history cannot be opened</h1>
      <div role="alert">
        <Notice title={sentence(message)} details={[...details, 'Then reload this page.']}>
          {code === 'database_damaged' && <NewHistoryButton />}
        </Notice>
      </div>
    </main>
  );
}

function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
}
