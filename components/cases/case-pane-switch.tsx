import { PaneSwitch } from '@/components/ui/pane-switch';

const panes = ['cases', 'editor', 'panels'] as const;
export type CasePane = (typeof panes)[number];

const titles: Readonly<Record<CasePane, string>> = { cases: 'Cases', editor: 'Editor', panels: 'Check and run' };

/** The panes of a case file. */
export function CasePaneSwitch({ pane, onPane }: { pane: CasePane; onPane: (pane: CasePane) => void }) {
  return <PaneSwitch panes={panes} titles={titles} pane={pane} onPane={onPane} />;
}
