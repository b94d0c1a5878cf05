import { PaneSwitch } from '@/components/ui/pane-switch';
import type { CaseKind } from '@/runner/contract';
import { caseKindViews } from './kind-views';

const panes = ['cases', 'conversation', 'inspector'] as const;
export type RunPane = (typeof panes)[number];

type Props = { pane: RunPane; onPane: (pane: RunPane) => void; kind: CaseKind | undefined };

/**
 * Switches between the panes of a run on narrow screens. The title of the middle pane depends on the kind of the
 * selected case.
 */
export function RunPaneSwitch({ pane, onPane, kind }: Props) {
  const conversation = kind === undefined ? 'Conversation' : caseKindViews[kind].title;
  return (
    <PaneSwitch
      panes={panes}
      titles={{ cases: 'Cases', conversation, inspector: 'Inspector' }}
      pane={pane}
      onPane={onPane}
    />
  );
}
