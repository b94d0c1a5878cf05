import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { selectNextAutoSelection } from '@/lib/view/auto-selection';
import type { CaseFilterData } from '@/lib/view/case-filter';
import { type CaseListItem, listCaseRows, orderCases } from '@/lib/view/case-order';
import { rowKey } from '@/lib/view/row-status';
import { findNeighbourRow, type NeighbourDirection, pickNeighbourCase } from '@/lib/view/run-screen';
import { resolveSelection, type Selection } from '@/lib/view/selection';
import type { CaseRow, RunState } from '@/runner/fold';
import { runSearchParams, serializeRunSearch } from './search-params';
import type { PagedRun } from './use-paged-run';

export type RunSearchParams = ReturnType<typeof useRunSearchParams>[0];

export type RunSelection = {
  items: readonly (CaseListItem | undefined)[];
  selection: Selection | undefined;
  /** The position of the selected case in the list. */
  position: number | undefined;
  set: ReturnType<typeof useRunSearchParams>[1];
  choose: (row: CaseRow, attempt?: number) => void;
  /** Keeps the automatically selected case selected, even if another case becomes more interesting. */
  pin: () => void;
  /** Deselects the case, so that the page selects the most interesting case automatically again. */
  follow: () => void;
  step: (direction: NeighbourDirection) => void;
  hrefOf: (row: CaseRow) => string;
};

type RunSelectionData = {
  known: CaseFilterData;
  /** The loaded part of the case list. Undefined once the run state contains all rows. */
  parts: PagedRun | undefined;
};

/** Selects what to show of a run: the case and attempt that the URL names, otherwise the most interesting case. */
export function useRunSelection(state: RunState, { known: facts, parts }: RunSelectionData): RunSelection {
  const [search, setSearch] = useRunSearchParams();
  const items = parts?.items ?? orderCases(state, search.q, facts);
  const rows = listCaseRows(items);
  const loadedRows = parts === undefined ? rows : [...rows, ...state.rows];
  const [auto, setAuto] = useState<string | undefined>(parts?.screen?.selected);
  const next = selectNextAutoSelection(loadedRows, auto);
  if (next !== auto) setAuto(next);
  const selection = resolveSelection(parts === undefined ? state.rows : loadedRows, search, next);
  const key = selection && rowKey(selection.row);
  const screen = parts?.upToDate === true && parts.screen?.selected === key ? parts.screen : undefined;

  function selectCase(row: CaseRow, attempt?: number): void {
    void setSearch({ suite: row.suiteKey, case: row.id, attempt: attempt ?? null, turn: null, pick: null });
  }

  function pinSelection(): void {
    if (search.case === null && selection !== undefined) selectCase(selection.row);
  }

  function clearSelection(): void {
    void setSearch({ suite: null, case: null, attempt: null, turn: null, pick: null });
  }

  function stepSelection(direction: NeighbourDirection): void {
    const rowIndex = rows.findIndex((row) => rowKey(row) === key);
    const target =
      screen === undefined ? findNeighbourRow(rows, rowIndex, direction) : pickNeighbourCase(screen.around, direction);
    if (target !== undefined) selectCase(target);
  }

  const caseHref = (row: CaseRow): string =>
    serializeRunSearch(`/runs/${state.runId}`, { q: search.q, tab: search.tab, suite: row.suiteKey, case: row.id });
  const selectedIndex = items.findIndex((item) => item?.type === 'case' && rowKey(item.row) === key);
  const position = selectedIndex === -1 ? screen?.position : selectedIndex;
  return {
    items,
    selection,
    position,
    set: setSearch,
    choose: selectCase,
    pin: pinSelection,
    follow: clearSelection,
    step: stepSelection,
    hrefOf: caseHref,
  };
}

export function useRunSearchParams() {
  return useQueryStates(runSearchParams, { history: 'replace' });
}
