import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { nextAutoSelection } from '@/components/runs/auto-selection';
import type { ReviewsOfCases } from '@/components/runs/case-filter';
import { type CaseListItem, casesIn, orderCases } from '@/components/runs/case-order';
import type { FirstScreen } from '@/components/runs/first-screen';
import { isBad, statusOfRow } from '@/components/runs/row-status';
import { type Selection, selectionOf } from '@/components/runs/selection';
import { type CaseRow, caseKey, type RunState } from '@/runner/contract';
import { runSearchParams, serializeRunSearch } from './search-params';

export type RunSelection = {
  search: ReturnType<typeof useRunSearch>[0];
  /** Nothing while a filter waits for the whole run. */
  items: CaseListItem[] | undefined;
  selection: Selection | undefined;
  set: ReturnType<typeof useRunSearch>[1];
  choose: (row: CaseRow) => void;
  /** Makes what is shown the person's choice, so that it stays when something else becomes more interesting. */
  pin: () => void;
  step: (by: 1 | -1, which: 'any' | 'bad') => void;
  hrefOf: (row: CaseRow) => string;
};

type About = { reviewed: ReviewsOfCases; first: FirstScreen | undefined };

/** What of a run is shown: the address decides, and where it says nothing, what is worth seeing. */
export function useRunSelection(state: RunState, { reviewed, first }: About): RunSelection {
  const [search, set] = useRunSearch();
  const items = first === undefined ? orderCases(state, search.q, reviewed) : firstItems(first, search.q);
  const rows = casesIn(items ?? []);
  const [auto, setAuto] = useState<string | undefined>(first?.auto);
  const next = first === undefined ? nextAutoSelection(rows, auto) : auto;
  if (next !== auto) setAuto(next);
  const selection = selectionOf(first === undefined ? state.rows : [...state.rows, ...rows], search, next);

  function choose(row: CaseRow): void {
    void set({ suite: row.suiteKey, case: row.id, attempt: null, turn: null, pick: null });
  }

  function pin(): void {
    if (search.case === null && selection !== undefined) choose(selection.row);
  }

  function step(by: 1 | -1, which: 'any' | 'bad'): void {
    const here = selection === undefined ? -1 : rows.findIndex((row) => keyOf(row) === keyOf(selection.row));
    const ahead = by === 1 ? rows.slice(here + 1) : rows.slice(0, Math.max(here, 0)).reverse();
    const target = ahead.find((row) => which === 'any' || isBad(statusOfRow(row)));
    if (target !== undefined) choose(target);
  }

  const hrefOf = (row: CaseRow): string =>
    serializeRunSearch(`/runs/${state.runId}`, { q: search.q, tab: search.tab, suite: row.suiteKey, case: row.id });
  return { search, items, selection, set, choose, pin, step, hrefOf };
}

function firstItems({ items, q }: FirstScreen, wanted: string): CaseListItem[] | undefined {
  return q === wanted ? items : undefined;
}

function useRunSearch() {
  return useQueryStates(runSearchParams, { history: 'replace' });
}

function keyOf(row: CaseRow): string {
  return caseKey(row.suiteKey, row.id);
}
