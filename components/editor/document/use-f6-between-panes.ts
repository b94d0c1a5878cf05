import type { RefObject } from 'react';
import { useKeyDown } from '@/components/layout/use-key-down';

/**
 * Selectors of the element that gets the focus in a pane. The first selector that matches wins: the current case, the
 * text, the first form field, or the selected tab.
 */
const focusTargetSelectors = [
  'a[aria-current=true]',
  '[contenteditable=true]',
  'form input',
  '[role=tab][aria-selected=true]',
  // Matches the plain text field that is shown until the editor has loaded.
  'textarea',
  'a, button, input',
];

/**
 * F6 moves the focus to the next pane, Shift-F6 to the previous one. With the Tab key, the user would have to go
 * through hundreds of cases.
 */
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
