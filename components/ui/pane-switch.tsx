import { cn } from './cn';

type Props<Pane extends string> = {
  /** The panes, in display order. */
  panes: readonly Pane[];
  titles: Readonly<Record<Pane, string>>;
  pane: Pane;
  onPane: (pane: Pane) => void;
};

/** Tabs to switch between panes on narrow screens, which show only one pane at a time. */
export function PaneSwitch<Pane extends string>({ panes, titles, pane, onPane }: Props<Pane>) {
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
