import type { CaseRow, RunState } from '../../runner/fold/index.ts';
import { nextAutoSelection } from './auto-selection.ts';
import type { FailureMarks, ReviewsOfCases } from './case-filter.ts';
import { type CaseListItem, casesIn, orderCases } from './case-order.ts';
import { isBadRow, rowKey } from './row-status.ts';
import { computeFigures, type RunFigures } from './run-figures.ts';
import { resolveSelection } from './selection.ts';

/** Of how many items a list is made that comes in parts; more than the tallest screen shows. */
export const ITEMS_AT_ONCE = 150;

/** The content of the page of a run, without rows out of view: a part of the list, the selection, and figures. */
export type RunScreen = {
  /** Its rows are the one that is selected, and those that people have reviewed. */
  state: RunState;
  figures: RunFigures;
  /** The items of the list from `offset` on, of so many. */
  items: CaseListItem[];
  offset: number;
  length: number;
  /** The key of the selected case, where it stands in the list, and the cases around it. */
  selected?: string;
  position?: number;
  around: CasesAround;
};

export type Direction = { by: 1 | -1; which: 'any' | 'bad' };
export type CasesAround = Partial<Record<'next' | 'previous' | 'nextBad' | 'previousBad', CaseRow>>;

export type AskedScreen = {
  q: string;
  /** The case that is looked at; without one it is the one most worth seeing. */
  suite: string | null;
  case: string | null;
  offset: number;
  limit: number;
};

type ScreenKnowledge = { reviews: ReviewsOfCases; marks?: FailureMarks | undefined };

/** A part of a run for those who have not all of it. */
export function runScreen(state: RunState, request: AskedScreen, annotations: ScreenKnowledge): RunScreen {
  const items = orderCases(state, request.q, annotations);
  const cases = casesIn(items);
  const auto = nextAutoSelection(cases, undefined);
  const selected = resolveSelection(state.rows, { ...request, attempt: null }, auto)?.row;
  const reviewed = state.rows.filter((row) => row !== selected && annotations.reviews.has(rowKey(row)));
  const position = items.findIndex((item) => item.type === 'case' && item.row === selected);
  return {
    state: { ...state, rows: selected === undefined ? reviewed : [selected, ...reviewed] },
    figures: computeFigures(state),
    items: items.slice(request.offset, request.offset + request.limit),
    offset: request.offset,
    length: items.length,
    selected: selected && rowKey(selected),
    position: position === -1 ? undefined : position,
    around: casesAround(cases, selected),
  };
}

function casesAround(cases: readonly CaseRow[], selected: CaseRow | undefined): CasesAround {
  const at = selected === undefined ? -1 : cases.indexOf(selected);
  return {
    next: stepFrom(cases, at, { by: 1, which: 'any' }),
    previous: stepFrom(cases, at, { by: -1, which: 'any' }),
    nextBad: stepFrom(cases, at, { by: 1, which: 'bad' }),
    previousBad: stepFrom(cases, at, { by: -1, which: 'bad' }),
  };
}

/** The next case of a list in a direction, from the place `at`; from nowhere it is the first. */
export function stepFrom(cases: readonly CaseRow[], at: number, { by, which }: Direction): CaseRow | undefined {
  for (let place = at + by; place >= 0 && place < cases.length; place += by) {
    const row = cases[place];
    if (row !== undefined && (which === 'any' || isBadRow(row))) return row;
  }
  return undefined;
}

/** The case in a direction from the selected one, for those who have only a part of the list. */
export function stepAround(around: CasesAround, { by, which }: Direction): CaseRow | undefined {
  if (by === 1) return which === 'any' ? around.next : around.nextBad;
  return which === 'any' ? around.previous : around.previousBad;
}
