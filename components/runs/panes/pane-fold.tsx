import { useEffect, useRef } from 'react';
import { useCommands } from '@/components/layout/commands';
import { useShortcuts } from '@/components/layout/use-shortcuts';
import { IconButton } from '@/components/ui/button';
import { PanelLeftClose, PanelLeftOpen, PanelRightClose, PanelRightOpen } from '@/components/ui/icons';
import { paneNames, type SidePane } from './pane-sizes';
import type { Panes } from './use-panes';

type Props = Pick<Panes, 'sizes' | 'fold' | 'focused'> & { pane: SidePane };

const foldIcons = {
  cases: { close: PanelLeftClose, open: PanelLeftOpen, title: 'Cases', key: '[' },
  inspector: { close: PanelRightClose, open: PanelRightOpen, title: 'Inspector', key: ']' },
} as const satisfies Record<SidePane, unknown>;

/** A button that collapses its pane; a shortcut collapses and expands it. */
export function FoldButton({ pane, sizes, fold, focused }: Props) {
  const { folded } = sizes[pane];
  const button = useFocus(focused === pane && !folded);
  const { close, key } = foldIcons[pane];
  const label = `Hide the ${paneNames[pane]}`;
  const toggle = () => fold(pane, !folded);
  useShortcuts({ [key]: toggle });
  useCommands(() => [
    { id: `fold-${pane}`, title: folded ? `Show the ${paneNames[pane]}` : label, keys: key, run: toggle },
  ]);
  return (
    <IconButton
      ref={button}
      icon={close}
      label={label}
      title={`${label} (${key})`}
      aria-expanded={!folded}
      aria-controls={`${pane}-pane`}
      onClick={() => fold(pane, true)}
      className="max-lg:hidden"
    />
  );
}

/** A collapsed pane, which contains only the button that expands it. */
export function FoldedPane({ pane, fold, focused }: Props) {
  const button = useFocus(focused === pane);
  const { open: Icon, title } = foldIcons[pane];
  return (
    <button
      ref={button}
      type="button"
      aria-label={`Show the ${paneNames[pane]}`}
      aria-expanded={false}
      aria-controls={`${pane}-pane`}
      onClick={() => fold(pane, false)}
      className="flex flex-col items-center gap-2 bg-surface py-2.5 text-ink-soft text-xs outline-offset-[-2px] hover:bg-hover hover:text-ink max-lg:hidden"
    >
      <Icon aria-hidden className="size-4" />
      <span className="[writing-mode:vertical-rl]">{title}</span>
    </button>
  );
}

/** Moves the focus to the button when `shouldFocus` becomes true. */
function useFocus(shouldFocus: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (shouldFocus) button.current?.focus({ preventScroll: true });
  }, [shouldFocus]);
  return button;
}
