import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { useLayoutEffect, useRef } from 'react';

const ROWS_BEFORE_MEASURED = 24;

type Windowed = {
  count: number;
  rowPx: number;
  /** The height of a row where it is not that of all. */
  sizeOf?: (index: number) => number;
  overscan: number;
};

/** The rows of a long list that are in sight, and some around them: only these are in the document. */
export function useWindowedRows({ count, rowPx, sizeOf = () => rowPx, overscan }: Windowed) {
  const scroller = useRef<HTMLDivElement>(null);
  const mounted = useRef<Virtualizer<HTMLDivElement, Element>>(null);
  useLayoutEffect(() => {
    // Who has scrolled before the page came to life stays there: the virtualizer would go to where it believes to be.
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
    /** The height of all rows together. */
    height: virtualizer.getTotalSize(),
    rows: virtualizer.getVirtualItems().map(({ index, start, size }) => ({
      index,
      style: { height: size, transform: `translateY(${start}px)` },
    })),
    measure: virtualizer.measureElement,
    scrollTo: (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' }),
  };
}
