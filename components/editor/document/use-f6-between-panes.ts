import type { RefObject } from 'react';
import { useKeyDown } from '@/components/layout/use-key-down';

/** Selectors of the element in a pane that gets the focus, by priority: the pane's case, text, fields or tabs. */
const focusTargetSelectors = [
  'a[aria-current=true]',
  '[contenteditable=true]',
  'form input',
  '[role=tab][aria-selected=true]',
  // This selector finds the plain text field that is shown until the editor has loaded.
  'textarea',
  'a, button, input',
];

/** F6 moves the focus to the next pane, Shift-F6 to the previous one: Tab would pass hundreds of cases. */
export function useF6BetweenPanes(area: RefObject<HTMLElement | null>): void {
  'use memo';
  useKeyDown((event) => {
    if (event.key !== 'F6' || event.ctrlKey || event.metaKey || event.altKey) return;
    if (area.current === null || document.querySelector('[role=dialog],[role=menu]') !== null) return;
    event.preventDefault();
    const panes = [...area.current.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) =>
      pane.checkVisibility(),
    );
    const focusedPane = panes.findIndex((pane) => pane.contains(document.activeElement));
    const step = event.shiftKey ? -1 : 1;
    const next = focusedPane === -1 ? 0 : (focusedPane + step + panes.length) % panes.length;
    findPaneFocusTarget(panes[next])?.focus();
  });
}

function findPaneFocusTarget(pane: HTMLElement | undefined): HTMLElement | null {
  for (const start of focusTargetSelectors) {
    const element = pane?.querySelector<HTMLElement>(start);
    if (element?.checkVisibility() === true) return element;
  }
  return null;
}
