import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CaseRow } from '@/runner/fold';
import type { ReviewsOfCases } from './case-filter';
import type { CaseListItem } from './case-order';
import { CaseRowLink } from './case-row';
import { rowKey } from './row-status';

const CASE_PX = 54;
const SUITE_PX = 30;
const OVERSCAN = 24;
const ROWS_BEFORE_MEASURED = 24;

type Props = {
  /** With holes where they have not come yet. */
  items: readonly (CaseListItem | undefined)[];
  reviewed: ReviewsOfCases;
  chosen: string | undefined;
  /** The position of the chosen case. */
  position: number | undefined;
  /** True if these are all cases, because no filter is set. */
  whole: boolean;
  /** Told which items are in the document. */
  onSeen?: ((first: number, last: number) => void) | undefined;
  hrefOf: (row: CaseRow) => string;
  onChoose: (row: CaseRow, attempt: number | undefined) => void;
};

/** The cases of a run. Only those in sight, and some around them, are in the document. */
export function CaseList({ items, reviewed, chosen, position, whole, onSeen, hrefOf, onChoose }: Props) {
  'use no memo';
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (position) => (items[position]?.type === 'suite' ? SUITE_PX : CASE_PX),
    overscan: OVERSCAN,
    initialRect: { width: 0, height: ROWS_BEFORE_MEASURED * CASE_PX },
  });
  useRevealChosen({ chosen, known: position !== undefined, whole }, () => {
    if (position !== undefined) virtualizer.scrollToIndex(position, { align: 'auto' });
  });
  const shown = virtualizer.getVirtualItems();
  useTellSeen({ first: shown[0]?.index ?? 0, last: shown.at(-1)?.index ?? 0 }, onSeen);
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto">
      <ul aria-label="Cases" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {shown.map(({ index, start, size }) => {
          const item = items[index];
          if (item === undefined) return <RowToCome key={index} start={start} size={size} />;
          return (
            <li
              key={item.type === 'suite' ? item.suiteKey : rowKey(item.row)}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              {item.type === 'suite' ? (
                <SuiteHeading suiteKey={item.suiteKey} passed={item.passed} total={item.total} />
              ) : (
                <CaseRowLink
                  row={item.row}
                  reviews={reviewed.get(rowKey(item.row))}
                  href={hrefOf(item.row)}
                  chosen={rowKey(item.row) === chosen}
                  onChoose={(attempt) => onChoose(item.row, attempt)}
                />
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** A row that has not arrived yet has its place already. */
function RowToCome({ start, size }: { start: number; size: number }) {
  return (
    <li
      className="absolute inset-x-0 top-0 flex items-center border-b px-3 text-2xs text-ink-faint"
      style={{ height: size, transform: `translateY(${start}px)` }}
    >
      Loading
    </li>
  );
}

type Chosen = { chosen: string | undefined; known: boolean; whole: boolean };

/**
 * Brings a newly chosen row into sight, and the chosen one when its filter is cleared; a list that merely grows or
 * reorders is left where the person has it.
 */
function useRevealChosen({ chosen, known, whole }: Chosen, reveal: () => void): void {
  const onChosen = useEffectEvent(reveal);
  useEffect(() => {
    if (whole) onChosen();
  }, [whole]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another choice, or that its row has come, moves the list
  useEffect(() => onChosen(), [chosen, known]);
}

type VisibleRange = { first: number; last: number };

function useTellSeen({ first, last }: VisibleRange, tell: Props['onSeen']): void {
  const onSeen = useEffectEvent(() => tell?.(first, last));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is in sight matters
  useEffect(() => onSeen(), [first, last]);
}

type SuiteHeadingProps = { suiteKey: string; passed: number; total: number };

/** The file's name tells suites apart, so it is the folder that gives way. */
function SuiteHeading({ suiteKey, passed, total }: SuiteHeadingProps) {
  const nameAt = suiteKey.lastIndexOf('/') + 1;
  return (
    <div className="flex h-full items-center gap-2 border-b bg-sunken px-3 text-xs" title={suiteKey}>
      <span className="flex min-w-0">
        <span className="min-w-0 shrink-[9999] truncate text-ink-faint">{suiteKey.slice(0, nameAt)}</span>
        <span className="truncate font-medium">{suiteKey.slice(nameAt)}</span>
      </span>
      <span className="ml-auto shrink-0 whitespace-nowrap text-ink-faint tabular-nums">
        {passed} of {total} passed
      </span>
    </div>
  );
}
