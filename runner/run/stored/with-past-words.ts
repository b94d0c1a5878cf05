import type { Database } from '../../../lib/db/index.ts';
import { casePasts } from '../../../lib/history/index.ts';
import type { RunState } from '../../fold/index.ts';
import { pastLine } from '../../reporters/console/failure-lines.ts';
import { isFailure } from '../../reporters/reported-cases.ts';
import type { CasePasts } from '../../verdict/index.ts';

/** What the history knows of the failed cases of a run before. */
export function pastsOf(database: Database, state: RunState): CasePasts {
  return casePasts(database, state, state.rows.filter(isFailure));
}

/** The run with what is known of its failed cases before, for reports. */
export function withPastWords(state: RunState, pasts: CasePasts): RunState {
  return { ...state, pastWords: Object.fromEntries(Array.from(pasts, ([key, past]) => [key, pastLine(past)])) };
}
