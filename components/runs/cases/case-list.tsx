import { type CSSProperties, useEffect, useEffectEvent } from 'react';
import { useScrollToSelected } from '@/components/ui/use-scroll-to-selected';
import { useWindowedRows } from '@/components/ui/use-windowed-rows';
import type { ReviewsOfCases } from '@/lib/view/case-filter';
import type { CaseListItem } from '@/lib/view/case-order';
import { rowKey } from '@/lib/view/row-status';
import type { CaseRow } from '@/runner/fold';
import { CaseRowLink } from './case-row';

const CASE_ROW_PX = 54;
const SUITE_HEADING_PX = 30;
const OVERSCAN = 24;

type Props = {
  /** The items of the list; undefined for items that have not loaded yet. */
  items: readonly (CaseListItem | undefined)[];
  reviewsByCase: ReviewsOfCases;
  chosenCase: string | undefined;
  /** The position of the selected case. */
  position: number | undefined;
  /** True if no filter is set, so that the list contains all cases of the run. */
  isWholeList: boolean;
  /** Called with the range of rendered items. */
  onSeen?: ((first: number, last: number) => void) | undefined;
  hrefOf: (row: CaseRow) => string;
  onChoose: (row: CaseRow, attempt: number | undefined) => void;
};

/** Lists the cases of a run. Only visible rows, and some around them, are in the DOM. */
export function CaseList({ items, reviewsByCase, chosenCase, position, isWholeList, onSeen, hrefOf, onChoose }: Props) {
  const { scroller, height, rows, scrollTo } = useWindowedRows({
    count: items.length,
    rowPx: CASE_ROW_PX,
    sizeOf: (index) => (items[index]?.type === 'suite' ? SUITE_HEADING_PX : CASE_ROW_PX),
    overscan: OVERSCAN,
  });
  useScrollToSelected({ chosenItem: chosenCase, position, isWholeList }, scrollTo);
  useReportVisibleRows({ first: rows[0]?.index ?? 0, last: rows.at(-1)?.index ?? 0 }, onSeen);
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto">
      <ul aria-label="Cases" className="relative" style={{ height }}>
        {rows.map(({ index, style }) => {
          const item = items[index];
          if (item === undefined) return <LoadingCaseRow key={index} style={style} />;
          return (
            <li
              key={item.type === 'suite' ? item.suiteKey : rowKey(item.row)}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 top-0"
              style={style}
            >
              {item.type === 'suite' ? (
                <SuiteHeading suiteKey={item.suiteKey} passed={item.passed} total={item.total} />
              ) : (
                <CaseRowLink
                  row={item.row}
                  reviews={reviewsByCase.get(rowKey(item.row))}
                  href={hrefOf(item.row)}
                  isChosen={rowKey(item.row) === chosenCase}
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

/** Placeholder for a row that has not loaded yet. */
function LoadingCaseRow({ style }: { style: CSSProperties }) {
  return (
    <li className="absolute inset-x-0 top-0 flex items-center border-b px-3 text-2xs text-ink-faint" style={style}>
      Loading
    </li>
  );
}

type VisibleRange = { first: number; last: number };

function useReportVisibleRows({ first, last }: VisibleRange, tell: Props['onSeen']): void {
  const onSeen = useEffectEvent(() => tell?.(first, last));
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the range of visible rows changes
  useEffect(() => onSeen(), [first, last]);
}

type SuiteHeadingProps = { suiteKey: string; passed: number; total: number };

/**
 * The heading of a suite in the case list. If space is short, the folder is cut off before the file name, because the
 * file name distinguishes suites.
 */
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
