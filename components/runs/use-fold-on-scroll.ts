import { type UIEvent, useLayoutEffect, useRef, useState } from 'react';

const FOLD_SCROLL_OFFSET_PX = 200;
const UNFOLD_SCROLL_OFFSET_PX = 8;
/**
 * The minimum number of pixels by which a list must be scrollable to fold the parts above it: a shorter list would have
 * nothing left to scroll.
 */
const MIN_SCROLLABLE_PX = 400;

type FoldOnScroll = {
  folded: boolean;
  /**
   * The properties for the element around the lists. Scroll events do not bubble, so the handler must be a capture
   * handler.
   */
  onScroll: (event: UIEvent) => void;
};

/**
 * Returns whether the parts above a list are folded: from the moment the list is scrolled down until it is back at its
 * top. The list's text keeps its position on the screen.
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
