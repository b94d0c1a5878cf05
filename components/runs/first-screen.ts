import { caseKey, type RunState } from '@/runner/contract';
import { nextAutoSelection } from './auto-selection';
import type { ReviewsOfCases } from './case-filter';
import { type CaseListItem, casesIn, orderCases } from './case-order';
import { figuresOf, type RunFigures } from './run-figures';
import { type Selection, selectionOf, type Wanted } from './selection';

/** Runs with no more cases than this are sent whole: they are small enough to come with the page. */
const WHOLE_UP_TO = 300;
/** More than the tallest list shows, so that nothing is missing before the rest has come. */
const ITEMS = 150;

/**
 * What the page of a large run shows at first: the top of its list, what is selected, and its figures. The page asks for
 * the whole run as soon as it is alive.
 */
export type FirstScreen = {
  /** Without its rows, but for the one that is selected and those that people have reviewed. */
  state: RunState;
  figures: RunFigures;
  /** The first items of the list for this filter, of so many. */
  items: CaseListItem[];
  length: number;
  q: string;
  /** The key of the case that is shown when the address names none. */
  auto: string | undefined;
};

type About = { search: Wanted & { q: string }; reviews: ReviewsOfCases };

export type RunOnScreen = { selection: Selection | undefined; first: FirstScreen | undefined };

/** What an address shows of a run, and the first screen of a run that is too large to be sent whole. */
export function runOnScreen(state: RunState, { search, reviews }: About): RunOnScreen {
  const items = orderCases(state, search.q, reviews);
  const auto = nextAutoSelection(casesIn(items), undefined);
  const selection = selectionOf(state.rows, search, auto);
  if (state.rows.length <= WHOLE_UP_TO) return { selection, first: undefined };
  const rows = state.rows.filter((row) => row === selection?.row || reviews.has(caseKey(row.suiteKey, row.id)));
  const first = {
    state: { ...state, rows },
    figures: figuresOf(state),
    items: items.slice(0, ITEMS),
    length: items.length,
    q: search.q,
    auto,
  };
  return { selection, first };
}
