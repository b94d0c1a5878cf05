import dynamic from 'next/dynamic';
import { lazyComponent, loadExport } from '@/components/ui/lazy-component';
import { Skeleton } from '@/components/ui/skeleton';
import { Tabs } from '@/components/ui/tabs';
import type { CaseSidePanel } from '../../cases/case-address';
import { ProblemsPane } from '../checks/problems-pane';
import { useAgentLintFindings } from '../checks/use-agent-findings';
import { useCaseDocument } from './case-document';

const ConversationPanel = lazyComponent(
  dynamic(() => loadExport(() => import('../run/conversation-panel'), 'ConversationPanel')),
);
const DryRunPane = dynamic(() => loadExport(() => import('../dry-run/dry-run-pane'), 'DryRunPane'), {
  loading: () => <Skeleton className="m-4 h-40" />,
});

const ProposalsPane = lazyComponent(
  dynamic(() => loadExport(() => import('../proposals/proposals-pane'), 'ProposalsPane')),
);

type Props = {
  runId: string | null;
  panel: CaseSidePanel;
  onPanel: (panel: CaseSidePanel) => void;
  onShowText: () => void;
};

export function CaseSidePanels({ runId, panel, onPanel, onShowText }: Props) {
  'use memo';
  const { checked } = useCaseDocument();
  const errors = useAgentLintFindings().findings.filter(({ severity }) => severity === 'error');
  return (
    <Tabs
      label="Check and run"
      value={panel}
      onValueChange={onPanel}
      tabs={[
        {
          name: 'problems',
          title: 'Problems',
          count: checked === undefined ? undefined : checked.problems.length + errors.length,
          content: <ProblemsPane onShowText={onShowText} />,
        },
        { name: 'dry-run', title: 'Dry run', content: <DryRunPane /> },
        { name: 'conversation', title: 'Conversation', content: <ConversationPanel runId={runId} /> },
        { name: 'proposals', title: 'Proposals', content: <ProposalsPane /> },
      ]}
    />
  );
}
