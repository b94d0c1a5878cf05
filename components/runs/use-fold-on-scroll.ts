import { type UIEvent, useLayoutEffect, useRef, useState } from 'react';

const FOLD_SCROLL_OFFSET_PX = 200;
const UNFOLD_SCROLL_OFFSET_PX = 8;
/**
 * How many pixels a list must be able to scroll before the parts above it are collapsed. In a shorter list, collapsing
 * would leave nothing to scroll.
 */
const MIN_SCROLLABLE_PX = 400;

type FoldOnScroll = {
  folded: boolean;
  /**
   * The event handler for the element that contains the lists. It must be a capture handler, because scroll events do
   * not bubble.
   */
  onScroll: (event: UIEvent) => void;
};

/**
 * Collapses the parts above a list when the list is scrolled down, and expands them when it is back at the top. The
 * rows of the list keep their position on the screen.
 */
export function useFoldOnScroll(): FoldOnScroll {
  const [isFolded, setIsFolded] = useState(false);
  const scrolled = useRef<{ list: Element; top: number }>(undefined);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after folding, which has moved the list
  useLayoutEffect(() => {
    if (scrolled.current === undefined) return;
    const { list, top } = scrolled.current;
    scrolled.current = undefined;
    list.scrollTop += list.getBoundingClientRect().top - top;
  }, [isFolded]);

  function onScroll({ target }: UIEvent): void {
    if (!(target instanceof HTMLElement)) return;
    const isLong = target.scrollHeight - target.clientHeight >= MIN_SCROLLABLE_PX;
    const shouldFold = isFolded
      ? target.scrollTop >= UNFOLD_SCROLL_OFFSET_PX
      : isLong && target.scrollTop > FOLD_SCROLL_OFFSET_PX;
    if (shouldFold === isFolded) return;
    scrolled.current = { list: target, top: target.getBoundingClientRect().top };
    setIsFolded(shouldFold);
  }

  return { folded: isFolded, onScroll };
}
