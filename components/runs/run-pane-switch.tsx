import { PaneSwitch } from '@/components/ui/pane-switch';
import type { CaseKind } from '@/runner/contract';
import { kindViews } from './kind-views';

const panes = ['cases', 'conversation', 'inspector'] as const;
export type Pane = (typeof panes)[number];

type Props = { pane: Pane; onPane: (pane: Pane) => void; kind: CaseKind | undefined };

/** The panes of a run; the middle one is called after the kind of the case that is open. */
export function RunPaneSwitch({ pane, onPane, kind }: Props) {
  const conversation = kind === undefined ? 'Conversation' : kindViews[kind].title;
  return (
    <PaneSwitch
      panes={panes}
      titles={{ cases: 'Cases', conversation, inspector: 'Inspector' }}
      pane={pane}
      onPane={onPane}
    />
  );
}
