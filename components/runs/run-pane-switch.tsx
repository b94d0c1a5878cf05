import { PaneSwitch } from '@/components/ui/pane-switch';
import type { CaseKind } from '@/runner/contract';
import { caseKindViews } from './kind-views';

const panes = ['cases', 'conversation', 'inspector'] as const;
export type RunPane = (typeof panes)[number];

type Props = { pane: RunPane; onPane: (pane: RunPane) => void; kind: CaseKind | undefined };

/** Switches between the panes of a run; the title of the middle one depends on the kind of the open case. */
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
