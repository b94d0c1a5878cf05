import { cn } from '@/components/ui/cn';

const panes = ['cases', 'editor', 'panels'] as const;
export type CasePane = (typeof panes)[number];

const titles: Readonly<Record<CasePane, string>> = { cases: 'Cases', editor: 'Editor', panels: 'Check and run' };

/** On a narrow screen the panes of a case file are shown one at a time. */
export function CasePaneSwitch({ pane, onPane }: { pane: CasePane; onPane: (pane: CasePane) => void }) {
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
          {titles[name]}
        </button>
      ))}
    </nav>
  );
}
