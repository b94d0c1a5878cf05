import type { CaseRow, RunState } from '../../runner/fold/index.ts';
import { selectNextAutoSelection } from './auto-selection.ts';
import type { FailureAnnotations, ReviewsOfCases } from './case-filter.ts';
import { type CaseListItem, listCaseRows, orderCases } from './case-order.ts';
import { isUnsuccessfulRow, rowKey } from './row-status.ts';
import { computeFigures, type RunFigures } from './run-figures.ts';
import { resolveSelection } from './selection.ts';

/** The number of items in one part of a list that loads in parts; the tallest screen shows fewer. */
export const ITEMS_PER_PAGE = 150;

/** The content of the page of a run, without rows out of view: a part of the list, the selection, and figures. */
export type RunScreen = {
  /** Contains only the selected row and the rows that people have reviewed, not all rows of the run. */
  state: RunState;
  figures: RunFigures;
  /** The items of the list from `offset` on; `length` is the number of all items. */
  items: CaseListItem[];
  offset: number;
  length: number;
  /** The key of the selected case; its index in the list and its neighbours follow. */
  selected?: string;
  position?: number;
  around: NeighbourCases;
};

export type NeighbourDirection = { by: 1 | -1; which: 'any' | 'bad' };
export type NeighbourCases = Partial<Record<'next' | 'previous' | 'nextBad' | 'previousBad', CaseRow>>;

export type ScreenWindow = {
  q: string;
  /** The requested case. If none is requested, the most interesting case is selected. */
  suite: string | null;
  case: string | null;
  offset: number;
  limit: number;
};

type ScreenAnnotations = { reviews: ReviewsOfCases; marks?: FailureAnnotations | undefined };

/** Returns one part of a run, for pages that do not load all of it. */
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
 * The nearest case after or before the case at `selectedIndex`. At the index -1, a step forward starts with the first
 * case.
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

/** Like `findNeighbourRow`, for pages that have loaded only a part of the list. */
export function pickNeighbourCase(neighbours: NeighbourCases, { by, which }: NeighbourDirection): CaseRow | undefined {
  if (by === 1) return which === 'any' ? neighbours.next : neighbours.nextBad;
  return which === 'any' ? neighbours.previous : neighbours.previousBad;
}
