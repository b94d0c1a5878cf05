'use client';

import { Tabs } from '@/components/ui/tabs';
import type { CasePanel } from './case-places';
import { ConversationPanel } from './conversation-panel';

type Props = { panel: CasePanel; onPanel: (panel: CasePanel) => void };

/** What there is to know of the text, and of the case that is chosen. */
export function CasePanels({ panel, onPanel }: Props) {
  return (
    <Tabs
      label="Beside the text"
      value={panel}
      onValueChange={onPanel}
      tabs={[{ name: 'conversation', title: 'Conversation', content: <ConversationPanel /> }]}
    />
  );
}
