import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

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
  'use no memo';
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: sizeOf,
    overscan,
    initialRect: { width: 0, height: ROWS_BEFORE_MEASURED * rowPx },
  });
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
