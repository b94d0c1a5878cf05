import { type RefObject, useEffect } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"], [contenteditable="true"]';

/**
 * If the focused element is removed or disabled, moves the focus to the next focusable element near it, otherwise to
 * the previous one. Without this, the page would lose the focus and with it the next key presses.
 */
export function useFocusRestore(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = area.current;
    if (root === null) return;
    let last: Element | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : undefined;
    };
    // Forgets the element if it still exists after the blur event, because then the user moved the focus away.
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

/** Where a removed element was: its parent, its next sibling, and the nodes that replaced it. */
type FormerFocusPosition = { parent: Node | null; next: Node | null; added: readonly Node[] };

/** Focuses an element near the position, in the smallest ancestor that contains a focusable one. */
function focusNearPosition(root: HTMLElement, position: FormerFocusPosition): void {
  for (let ancestor = position.parent; ancestor !== null; ancestor = ancestor === root ? null : ancestor.parentNode) {
    if (!(ancestor instanceof HTMLElement) || !ancestor.isConnected) continue;
    const candidates = listFocusableElements(ancestor);
    const instead = candidates.find((candidate) => position.added.some((node) => node.contains(candidate)));
    const target =
      instead ?? candidates.find((candidate) => isAfterFormerFocus(candidate, position)) ?? candidates.at(-1);
    if (target === undefined) continue;
    // Does not scroll to the focused element: a windowed list removes rows while it scrolls, and the scrolling must not
    // be interrupted.
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

/** Returns the focusable elements within an element, in document order. */
export function listFocusableElements(container: Element): HTMLElement[] {
  return [...container.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isFocusable);
}

function isFocusable(element: HTMLElement): boolean {
  return !element.matches(':disabled, [tabindex="-1"]') && element.checkVisibility({ visibilityProperty: true });
}
