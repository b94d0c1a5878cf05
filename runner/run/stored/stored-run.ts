import type { Database } from '../../../lib/db/index.ts';
import { findRun, getRun, getRunState, listReviews } from '../../../lib/history/index.ts';
import type { RunState } from '../../fold/index.ts';
import { UsageError } from '../usage-error.ts';

/** The run of a history, with what people said of it, that a person names by its id, the beginning of its id or as `latest`. Throws when there is none. */
export function storedRun(database: Database, reference: string): RunState {
  const found = findRun(database, reference);
  if (!found.ok) throw new UsageError(found.problem, found.details);
  const state = getRunState(database, found.run.runId);
  if (state === undefined) throw new UsageError(`the run ${found.run.runId} was removed meanwhile`);
  const label = getRun(database, state.runId)?.label;
  const reviews = listReviews(database, state.runId);
  return { ...state, ...(label === undefined ? {} : { label }), ...(reviews.length === 0 ? {} : { reviews }) };
}
