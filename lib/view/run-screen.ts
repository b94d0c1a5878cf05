import type { CaseRow, RunState } from '../../runner/fold/index.ts';
import { selectNextAutoSelection } from './auto-selection.ts';
import type { FailureAnnotations, ReviewsOfCases } from './case-filter.ts';
import { type CaseListItem, listCaseRows, orderCases } from './case-order.ts';
import { isUnsuccessfulRow, rowKey } from './row-status.ts';
import { computeFigures, type RunFigures } from './run-figures.ts';
import { resolveSelection } from './selection.ts';

/** The number of items in one page of a list. It is larger than the number of rows that fit on the tallest screen. */
export const ITEMS_PER_PAGE = 150;

/** The data for the page of a large run: one page of the case list, the selection, and the totals. */
export type RunScreen = {
  /** The state of the run with only two kinds of rows: the selected one, and those with reviews. */
  state: RunState;
  figures: RunFigures;
  /** The items of the list from `offset` on; `length` is the length of the whole list. */
  items: CaseListItem[];
  offset: number;
  length: number;
  /** The key of the selected case. `position` is its index in the list; `around` contains the neighbouring cases. */
  selected?: string;
  position?: number;
  around: NeighbourCases;
};

export type NeighbourDirection = { by: 1 | -1; which: 'any' | 'bad' };
export type NeighbourCases = Partial<Record<'next' | 'previous' | 'nextBad' | 'previousBad', CaseRow>>;

export type ScreenWindow = {
  q: string;
  /** The suite and the id of the requested case. If they are null, the most interesting case is selected. */
  suite: string | null;
  case: string | null;
  offset: number;
  limit: number;
};

type ScreenAnnotations = { reviews: ReviewsOfCases; marks?: FailureAnnotations | undefined };

/** Builds the data for one page of a large run. */
export function buildRunScreen(state: RunState, request: ScreenWindow, annotations: ScreenAnnotations): RunScreen {
  const items = orderCases(state, request.q, annotations);
  const cases = listCaseRows(items);
  const auto = selectNextAutoSelection(cases, undefined);
  const selected = resolveSelection(state.rows, { ...request, attempt: null }, auto)?.row;
  const reviewedRows = state.rows.filter((row) => row !== selected && annotations.reviews.has(rowKey(row)));
  const position = items.findIndex((item) => item.type === 'case' && item.row === selected);
  return {
    state: { ...state, rows: selected === undefined ? reviewedRows : [selected, ...reviewedRows] },
    figures: computeFigures(state),
    items: items.slice(request.offset, request.offset + request.limit),
    offset: request.offset,
    length: items.length,
    selected: selected && rowKey(selected),
    position: position === -1 ? undefined : position,
    around: findNeighbours(cases, selected),
  };
}

function findNeighbours(cases: readonly CaseRow[], selected: CaseRow | undefined): NeighbourCases {
  const selectedIndex = selected === undefined ? -1 : cases.indexOf(selected);
  return {
    next: findNeighbourRow(cases, selectedIndex, { by: 1, which: 'any' }),
    previous: findNeighbourRow(cases, selectedIndex, { by: -1, which: 'any' }),
    nextBad: findNeighbourRow(cases, selectedIndex, { by: 1, which: 'bad' }),
    previousBad: findNeighbourRow(cases, selectedIndex, { by: -1, which: 'bad' }),
  };
}

/**
 * Returns the nearest case after (`by` is 1) or before (`by` is -1) the case at `selectedIndex`. The index is -1 if no
 * case is selected.
 */
export function findNeighbourRow(
  cases: readonly CaseRow[],
  selectedIndex: number,
  { by, which }: NeighbourDirection,
): CaseRow | undefined {
  for (let index = selectedIndex + by; index >= 0 && index < cases.length; index += by) {
    const row = cases[index];
    if (row !== undefined && (which === 'any' || isUnsuccessfulRow(row))) return row;
  }
  return undefined;
}

/** Does the same as `findNeighbourRow` on pages that have loaded only a part of the list. */
export function pickNeighbourCase(neighbours: NeighbourCases, { by, which }: NeighbourDirection): CaseRow | undefined {
  if (by === 1) return which === 'any' ? neighbours.next : neighbours.nextBad;
  return which === 'any' ? neighbours.previous : neighbours.previousBad;
}
