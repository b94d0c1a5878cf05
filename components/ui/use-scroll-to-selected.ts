import { useEffect, useEffectEvent } from 'react';

type ScrollToSelectedOptions = {
  chosenItem: string | number | undefined;
  /** The index of the selected row; undefined if the row is not in the list. */
  position: number | undefined;
  /** True if no filter is set. */
  isWholeList?: boolean;
};

/**
 * Scrolls to the selected row when another row is selected or the filter is cleared. If the list only grows or is
 * reordered, the scroll position stays.
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
