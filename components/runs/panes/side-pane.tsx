import dynamic from 'next/dynamic';
import type { ReactNode } from 'react';
import { cn } from '@/components/ui/cn';
import { loadPart } from '@/components/ui/later';
import type { SidePane as Name } from './pane-sizes';
import type { Panes } from './use-panes';

/** Nobody can use these before hydration: until then something of their size stands there. */
const PaneDivider = dynamic(() => loadPart(() => import('./pane-divider'), 'PaneDivider'), {
  ssr: false,
  loading: () => <div className="border-x bg-sunken max-lg:hidden" />,
});
const FoldedPane = dynamic(() => loadPart(() => import('./pane-fold'), 'FoldedPane'), {
  ssr: false,
  loading: () => <div className="bg-surface max-lg:hidden" />,
});
const FoldButton = dynamic(() => loadPart(() => import('./pane-fold'), 'FoldButton'), {
  ssr: false,
  loading: () => <div className="size-7 shrink-0 max-lg:hidden" />,
});

/** The button of a pane that folds it. */
export function PaneFold({ pane, panes }: Pick<Props, 'pane' | 'panes'>) {
  return <FoldButton pane={pane} {...panes} />;
}

type Props = {
  pane: Name;
  label: string;
  panes: Panes;
  /** On a narrow screen it is the pane that is shown. */
  inFront: boolean;
  /** Nothing stands beside the conversation. */
  focused: boolean;
  children: ReactNode;
};

/** A pane beside the conversation with its divider, or what is left of it when it is folded. */
export function SidePane({ pane, label, panes, inFront, focused, children }: Props) {
  const { folded } = panes.sizes[pane];
  const section = (
    <section
      key="pane"
      id={`${pane}-pane`}
      aria-label={label}
      className={cn(
        'flex min-h-0 min-w-0 flex-col bg-surface',
        !inFront && 'max-lg:hidden',
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
