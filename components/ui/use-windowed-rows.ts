import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

const ROWS_BEFORE_MEASURED = 24;

type WindowedRows = {
  count: number;
  rowPx: number;
  /** The height of a row, if heights differ. */
  sizeOf?: (index: number) => number;
  overscan: number;
};

/** Renders only the visible rows of a long list, and some around them. */
export function useWindowedRows({ count, rowPx, sizeOf = () => rowPx, overscan }: WindowedRows) {
  const scroller = useRef<HTMLDivElement>(null);
  const mounted = useRef<Virtualizer<HTMLDivElement, Element>>(null);
  useLayoutEffect(() => {
    // If the user scrolled before hydration, keeps that position; otherwise the virtualizer would jump back.
    if (mounted.current !== null) mounted.current.scrollOffset = scroller.current?.scrollTop ?? 0;
  }, []);
  const virtualizer = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    overscan,
    initialRect: { width: 0, height: ROWS_BEFORE_MEASURED * rowPx },
  });
  mounted.current = virtualizer;
  return {
    scroller,
    /** Total height of all rows, in pixels. */
    height: virtualizer.getTotalSize(),
    rows: virtualizer.getVirtualItems().map(({ index, start, size }) => ({
      index,
      style: { height: size, transform: `translateY(${start}px)` },
    })),
    measure: virtualizer.measureElement,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}
