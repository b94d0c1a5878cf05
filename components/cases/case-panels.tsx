'use client';

import dynamic from 'next/dynamic';
import { Skeleton } from '@/components/ui/skeleton';
import { Tabs } from '@/components/ui/tabs';
import { useCaseDocument } from './case-document';
import type { CasePanel } from './case-places';
import { ConversationPanel } from './conversation-panel';
import { ProblemsPane } from './problems-pane';

<<<<<<< HEAD
const DryRunPane = dynamic(() => import('./dry-run/dry-run-pane').then((module) => module.DryRunPane), {
  loading: () => <Skeleton className="m-4 h-40" />,
});

type Props = { panel: CasePanel; onPanel: (panel: CasePanel) => void };
=======
type Props = { panel: CasePanel; onPanel: (panel: CasePanel) => void; onShowText: () => void };
>>>>>>> a584402 (feat(cases): the text of a case file in an editor that shows its problems)

/** What there is to know of the text, and of the case that is chosen. */
export function CasePanels({ panel, onPanel, onShowText }: Props) {
  const { checked } = useCaseDocument();
  return (
    <Tabs
      label="Beside the text"
      value={panel}
      onValueChange={onPanel}
      tabs={[
<<<<<<< HEAD
        { name: 'dry-run', title: 'Dry run', content: <DryRunPane /> },
=======
        {
          name: 'problems',
          title: 'Problems',
          ...(checked === undefined ? {} : { count: checked.problems.length }),
          content: <ProblemsPane onShowText={onShowText} />,
        },
>>>>>>> a584402 (feat(cases): the text of a case file in an editor that shows its problems)
        { name: 'conversation', title: 'Conversation', content: <ConversationPanel /> },
      ]}
    />
  );
}
