import { cn } from '@/components/ui/cn';
import type { CaseKind } from '@/runner/contract';
import { kindViews } from './kind-views';

const panes = ['cases', 'conversation', 'inspector'] as const;
export type Pane = (typeof panes)[number];

const titles: Readonly<Record<Pane, string>> = {
  cases: 'Cases',
  conversation: 'Conversation',
  inspector: 'Inspector',
};

/** On a narrow screen the panes of a run are shown one at a time. */
type Props = { pane: Pane; onPane: (pane: Pane) => void; kind: CaseKind | undefined };

export function PaneSwitch({ pane, onPane, kind }: Props) {
  return (
    <nav aria-label="Panes" className="flex shrink-0 border-b bg-surface lg:hidden">
      {panes.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={pane === name}
          onClick={() => onPane(name)}
          className={cn(
            '-mb-px h-10 grow border-b-2 text-sm',
            pane === name ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-faint',
          )}
        >
          {name === 'conversation' && kind !== undefined ? kindViews[kind].title : titles[name]}
        </button>
      ))}
    </nav>
  );
}
