import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import { loadExport } from '@/components/ui/lazy-component';
import type { SidePane as Name } from './pane-sizes';
import type { Panes } from './use-panes';

/** The divider does not work before hydration, so a placeholder of the same size is rendered until then. */
const PaneDivider = dynamic(() => loadExport(() => import('./pane-divider'), 'PaneDivider'), {
  ssr: false,
  loading: () => <div className="border-x bg-sunken max-lg:hidden" />,
});
const FoldedPane = dynamic(() => loadExport(() => import('./pane-fold'), 'FoldedPane'), {
  ssr: false,
  loading: () => <div className="bg-surface max-lg:hidden" />,
});
const FoldButton = dynamic(() => loadExport(() => import('./pane-fold'), 'FoldButton'), {
  ssr: false,
  loading: () => <div className="size-7 shrink-0 max-lg:hidden" />,
});

export function PaneFoldButton({ pane, panes }: Pick<Props, 'pane' | 'panes'>) {
  return <FoldButton pane={pane} {...panes} />;
}

type Props = {
  pane: Name;
  label: string;
  panes: Panes;
  /** True if this is the pane shown on narrow screens. */
  isInFront: boolean;
  /** True if only the conversation is shown and this pane is hidden. */
  focused: boolean;
  children: ReactNode;
};

/** A pane beside the conversation with its divider; if it is collapsed, only a button. */
export function SidePane({ pane, label, panes, isInFront, focused, children }: Props) {
  const { folded } = panes.sizes[pane];
  const section = (
    <section
      key="pane"
      id={`${pane}-pane`}
      aria-label={label}
      className={cn(
        'flex min-h-0 min-w-0 flex-col bg-surface',
        !isInFront && 'max-lg:hidden',
        (focused || folded) && 'lg:hidden',
      )}
    >
      {children}
    </section>
  );
  const divider = !focused && <PaneDivider key="divider" pane={pane} {...panes} />;
  const strip = folded && !focused && <FoldedPane key="strip" pane={pane} {...panes} />;
  return pane === 'cases' ? [strip, section, divider] : [divider, section, strip];
}
