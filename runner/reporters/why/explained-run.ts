import type { CaseRow, RunState } from '../../fold/index.ts';
import { type CasePasts, type FailureCause, failureCauses } from '../../verdict/index.ts';
import type { ResultsOf } from '../reported-cases.ts';

/** The failures of a stored run by cause, and what is known of them before. */
export type ExplainedRun = { state: RunState; causes: FailureCause[]; count: number; pasts: CasePasts };

export function explainRun(
  state: RunState,
  { resultsOf, pastsOf }: { resultsOf: ResultsOf; pastsOf: (failing: readonly CaseRow[]) => CasePasts },
): ExplainedRun {
  const { causes, count, failing } = failureCauses(state, resultsOf);
  return { state, causes, count, pasts: pastsOf(failing) };
}
