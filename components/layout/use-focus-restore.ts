import { type RefObject, useEffect } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"], [contenteditable="true"]';

/**
 * If the focused element is removed or disabled, moves the focus to its replacement: the next focusable element in the
 * same part of the area, else the previous one. Otherwise key presses would be lost.
 */
export function useFocusRestore(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = area.current;
    if (root === null) return;
    let last: Element | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : undefined;
    };
    // If the element still exists after the blur event, the user moved the focus away on purpose.
    const onBlur = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === last && last?.isConnected === true && !last.matches(':disabled')) last = undefined;
      });
    const observer = new MutationObserver((records) => {
      if (last === undefined || isFocusElsewhere(root, last)) return;
      const lostFocus = last;
      if (lostFocus.isConnected) {
        const position = { parent: lostFocus.parentElement, next: lostFocus.nextElementSibling, added: [] };
        if (lostFocus.matches(':disabled')) focusNearPosition(root, position);
        return;
      }
      const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lostFocus)));
      if (record === undefined) return;
      const added = records.flatMap(({ target, addedNodes }) => (target === record.target ? [...addedNodes] : []));
      focusNearPosition(root, { parent: record.target, next: record.nextSibling, added });
    });
    root.addEventListener('focusin', onFocus);
    root.addEventListener('focusout', onBlur);
    observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
    return () => {
      root.removeEventListener('focusin', onFocus);
      root.removeEventListener('focusout', onBlur);
      observer.disconnect();
    };
  }, [area]);
}

function isFocusElsewhere(root: HTMLElement, last: Element): boolean {
  const now = document.activeElement;
  return now !== null && now !== last && !now.contains(root);
}

/**
 * The former position of an element that was removed: its parent, its next sibling, and the nodes that were added in
 * its place.
 */
type FormerFocusPosition = { parent: Node | null; next: Node | null; added: readonly Node[] };

/** Searches the smallest ancestor of the position that contains a focusable element. */
function focusNearPosition(root: HTMLElement, position: FormerFocusPosition): void {
  for (let ancestor = position.parent; ancestor !== null; ancestor = ancestor === root ? null : ancestor.parentNode) {
    if (!(ancestor instanceof HTMLElement) || !ancestor.isConnected) continue;
    const candidates = listFocusableElements(ancestor);
    const instead = candidates.find((candidate) => position.added.some((node) => node.contains(candidate)));
    const target =
      instead ?? candidates.find((candidate) => isAfterFormerFocus(candidate, position)) ?? candidates.at(-1);
    if (target === undefined) continue;
    // The focus is moved without scrolling: scrolling a windowed list also removes rows, and must not be interrupted.
    target.focus({ preventScroll: true });
    return;
  }
}

function isAfterFormerFocus(candidate: Node, { parent, next }: FormerFocusPosition): boolean {
  if (next?.isConnected === true) {
    return next.contains(candidate) || (next.compareDocumentPosition(candidate) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  }
  if (parent === null || parent.contains(candidate)) return false;
  return (parent.compareDocumentPosition(candidate) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
}

/** Returns the focusable elements within a part, in document order. */
export function listFocusableElements(container: Element): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isFocusable);
}

function isFocusable(element: HTMLElement): boolean {
  return !element.matches(':disabled, [tabindex="-1"]') && element.checkVisibility({ visibilityProperty: true });
}
