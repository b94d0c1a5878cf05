'use client';

import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton';
import { Tabs } from '@/components/ui/tabs';
import type { CasePanel } from './case-places';
import { ConversationPanel } from './conversation-panel';

const DryRunPane = dynamic(() => import('./dry-run/dry-run-pane').then((module) => module.DryRunPane), {
  loading: () => <Skeleton className="m-4 h-40" />,
});

type Props = { panel: CasePanel; onPanel: (panel: CasePanel) => void };

/** What there is to know of the text, and of the case that is chosen. */
export function CasePanels({ panel, onPanel }: Props) {
  return (
    <Tabs
      label="Beside the text"
      value={panel}
      onValueChange={onPanel}
      tabs={[
        { name: 'dry-run', title: 'Dry run', content: <DryRunPane /> },
        { name: 'conversation', title: 'Conversation', content: <ConversationPanel /> },
      ]}
    />
  );
}
