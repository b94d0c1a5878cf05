import type { RefObject } from 'react';
import { useKeyDown } from '@/components/layout/use-key-down';

/** The elements that take the focus in a pane: its case, its text, its fields or its tabs. */
const STARTS = [
  'a[aria-current=true]',
  '[contenteditable=true]',
  'form input',
  '[role=tab][aria-selected=true]',
  // Until the editor has come.
  'textarea',
  'a, button, input',
];

/** F6 leads from pane to pane, ⇧F6 back: between them there may be hundreds of cases. */
export function usePaneKeys(area: RefObject<HTMLElement | null>): void {
  'use memo';
  useKeyDown((event) => {
    if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (area.current === null || document.querySelector('[role=dialog],[role=menu]') !== null) return;
    event.preventDefault();
    const panes = [...area.current.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) =>
      pane.checkVisibility(),
    );
    const here = panes.findIndex((pane) => pane.contains(document.activeElement));
    const step = event.shiftKey ? -1 : 1;
    const next = here === -1 ? 0 : (here + step + panes.length) % panes.length;
    findStart(panes[next])?.focus();
  });
}

function findStart(pane: HTMLElement | undefined): HTMLElement | null {
  for (const start of STARTS) {
    const element = pane?.querySelector<HTMLElement>(start);
    if (element?.checkVisibility() === true) return element;
  }
  return null;
}
