import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { runCasesPageQuery } from '@/components/runs/run-screen-query';
import type { CaseListItem } from '@/lib/view/case-order';
import { ITEMS_PER_PAGE, type RunScreen } from '@/lib/view/run-screen';
import { caseKey } from '@/runner/fold';

export type PagedRun = {
  screen: RunScreen | undefined;
  /** The loaded items of the case list; items that have not loaded yet are undefined. */
  items: (CaseListItem | undefined)[];
  /** False while the details of the previously selected case are still shown. */
  upToDate: boolean;
  failing: boolean;
  /** Called with the range of visible items, so that these are loaded. */
  onSeen: (first: number, last: number) => void;
};

type PagedRunRequest = { q: string; suite: string | null; case: string | null; active: boolean };

/** Loads only the visible parts of a large run: the first items of its case list, and the items scrolled into view. */
export function usePagedRun(runId: string, { active, ...pageRequest }: PagedRunRequest): PagedRun {
  const [visibleRange, setSeen] = useState({ first: 0, last: 0 });
  const head = useQuery({
    ...runCasesPageQuery(runId, { ...pageRequest, offset: 0 }),
    placeholderData: keepPreviousData,
    enabled: active,
  });
  const runPageQuery = (pageNumber: number) => ({
    ...runCasesPageQuery(runId, { q: pageRequest.q, suite: null, case: null, offset: pageNumber * ITEMS_PER_PAGE }),
    enabled: active && pageNumber > 0,
  });
  const first = useQuery(runPageQuery(visibleRange.first));
  const last = useQuery(runPageQuery(visibleRange.last));
  return {
    screen: head.data,
    items: head.data === undefined ? [] : mergeCaseListPages([head.data, first.data, last.data]),
    upToDate: !head.isPlaceholderData,
    failing: active && head.failureCount > 0,
    onSeen(firstItem, lastItem) {
      const next = { first: Math.floor(firstItem / ITEMS_PER_PAGE), last: Math.floor(lastItem / ITEMS_PER_PAGE) };
      if (next.first !== visibleRange.first || next.last !== visibleRange.last) setSeen(next);
    },
  };
}

/**
 * Merges the pages of a case list. If a case moved between two requests and is on two pages, keeps only the first
 * occurrence.
 */
function mergeCaseListPages(pages: readonly (RunScreen | undefined)[]): (CaseListItem | undefined)[] {
  const items = new Array<CaseListItem | undefined>(pages[0]?.length ?? 0);
  const knownKeys = new Set<string>();
  for (const page of pages) {
    if (page === undefined) continue;
    for (const [index, item] of page.items.entries()) {
      const key = item.type === 'suite' ? item.suiteKey : caseKey(item.row.suiteKey, item.row.id);
      if (!knownKeys.has(key) && page.offset + index < items.length) items[page.offset + index] = item;
      knownKeys.add(key);
    }
  }
  return items;
}
