import type { RunEvent } from '../contract/index.ts';
import { createRunFold, type RunFold } from './fold-run.ts';
import { emptyRunState } from './run-state.ts';

/**
 * Computes the totals of a run from its events, without list rows. The memory use does not grow with the number of
 * cases.
 */
export function createTotalsFold(runId: string): RunFold {
  const fold = createRunFold(emptyRunState(runId));
  return {
    apply: (event) => fold.apply(withoutCases(event)),
    state: () => fold.state(),
  };
}

function withoutCases(event: RunEvent): RunEvent {
  return event.type === 'run.started' || event.type === 'cases.announced' ? { ...event, cases: [] } : event;
}
