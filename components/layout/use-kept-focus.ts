import { type RefObject, useEffect } from 'react';

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"], [contenteditable="true"]';

/**
 * When what has the focus goes away or can no longer be used, the focus goes to what stands in its place: the next that
 * can have it in the same part of the area, else the one before. Otherwise keys would go nowhere.
 */
export function useKeptFocus(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = area.current;
    if (root === null) return;
    let last: Element | undefined;
    const onFocus = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : undefined;
    };
    // Left on purpose, as by a click beside it: only then it is still there a moment later.
    const onBlur = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        if (target === last && last?.isConnected === true && !last.matches(':disabled')) last = undefined;
      });
    const observer = new MutationObserver((records) => {
      if (last === undefined || isFocusElsewhere(root, last)) return;
      const lost = last;
      if (lost.isConnected) {
        const place = { parent: lost.parentElement, next: lost.nextElementSibling, added: [] };
        if (lost.matches(':disabled')) focusNear(root, place);
        return;
      }
      const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));
      if (record === undefined) return;
      const added = records.flatMap(({ target, addedNodes }) => (target === record.target ? [...addedNodes] : []));
      focusNear(root, { parent: record.target, next: record.nextSibling, added });
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

/** The former position of an element: its parent, its next sibling, and the nodes added instead. */
type FocusPlace = { parent: Node | null; next: Node | null; added: readonly Node[] };

/** Within the smallest part around the place in which anything can have the focus. */
function focusNear(root: HTMLElement, place: FocusPlace): void {
  for (let part = place.parent; part !== null; part = part === root ? null : part.parentNode) {
    if (!(part instanceof HTMLElement) || !part.isConnected) continue;
    const candidates = focusableIn(part);
    const instead = candidates.find((candidate) => place.added.some((node) => node.contains(candidate)));
    const target = instead ?? candidates.find((candidate) => isBehind(candidate, place)) ?? candidates.at(-1);
    if (target === undefined) continue;
    // A list that is scrolled takes rows away, too.
    target.focus({ preventScroll: true });
    return;
  }
}

function isBehind(candidate: Node, { parent, next }: FocusPlace): boolean {
  if (next?.isConnected === true) {
    return next.contains(candidate) || (next.compareDocumentPosition(candidate) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
  }
  if (parent === null || parent.contains(candidate)) return false;
  return (parent.compareDocumentPosition(candidate) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
}

/** Returns the elements there that can have the focus, in document order. */
export function focusableIn(part: Element): HTMLElement[] {
  return [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isUsable);
}

function isUsable(element: HTMLElement): boolean {
  return !element.matches(':disabled, [tabindex="-1"]') && element.checkVisibility({ visibilityProperty: true });
}
