import type { CaseRow, RunState } from '../../fold/index.ts';
import { type FailingCaseHistories, type FailureCause, groupFailuresByCause } from '../../verdict/index.ts';
import type { ResultReader } from '../reported-cases.ts';

/** The failures of a stored run by cause, and the history of the failed cases. */
export type ExplainedRun = { state: RunState; causes: FailureCause[]; count: number; pasts: FailingCaseHistories };

export function explainRunFailures(
  state: RunState,
  { resultsOf, pastsOf }: { resultsOf: ResultReader; pastsOf: (failing: readonly CaseRow[]) => FailingCaseHistories },
): ExplainedRun {
  const { causes, count, failing } = groupFailuresByCause(state, resultsOf);
  return { state, causes, count, pasts: pastsOf(failing) };
}
