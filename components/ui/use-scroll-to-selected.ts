import { useEffect, useEffectEvent } from 'react';

type ScrollToSelectedOptions = {
  chosenItem: string | number | undefined;
  /** The index of the chosen row, if it is in the list. */
  position: number | undefined;
  /** True if no filter is set. */
  isWholeList?: boolean;
};

/**
 * Scrolls to a newly chosen row, and to the chosen row when the filter is cleared. If the list merely grows or
 * reorders, keeps the scroll position.
 */
export function useScrollToSelected(
  { chosenItem, position, isWholeList = false }: ScrollToSelectedOptions,
  scrollTo: (position: number) => void,
): void {
  const hasPosition = position !== undefined;
  const reveal = useEffectEvent(() => {
    if (position !== undefined) scrollTo(position);
  });
  useEffect(() => {
    if (isWholeList) reveal();
  }, [isWholeList]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls only if another item is selected or its row appears
  useEffect(() => reveal(), [chosenItem, hasPosition]);
}
