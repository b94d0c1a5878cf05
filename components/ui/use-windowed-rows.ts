import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

const ROWS_BEFORE_MEASURED = 24;

type WindowedRows = {
  count: number;
  rowPx: number;
  /** Returns the height of a row; only needed if rows have different heights. */
  sizeOf?: (index: number) => number;
  overscan: number;
};

/** Renders only those rows of a long list that are in or near the visible part. */
export function useWindowedRows({ count, rowPx, sizeOf = () => rowPx, overscan }: WindowedRows) {
  const scroller = useRef<HTMLDivElement>(null);
  const mounted = useRef<Virtualizer<HTMLDivElement, Element>>(null);
  useLayoutEffect(() => {
    // Keeps the position to which the user scrolled before hydration; otherwise the virtualizer would reset it.
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
