import type { RunState } from '../fold/index.ts';
import { rowCounts } from '../fold/index.ts';
import { countJudged } from './pass-rate.ts';
import type { PassedTrials } from './statistics/fisher-exact.ts';

// Shared by all cases with one attempt, because a run may have a hundred thousand of them.
const passedOnce: PassedTrials = { passed: 1, judged: 1 };
const notPassedOnce: PassedTrials = { passed: 0, judged: 1 };

/** Returns the number of judged and passed attempts of each case. */
export function judgedTrials({ rows }: Pick<RunState, 'rows'>): PassedTrials[] {
  const trials: PassedTrials[] = [];
  for (const row of rows) {
    const counts = rowCounts(row);
    const { passed } = counts;
    const judged = countJudged(counts);
    if (judged === 1) trials.push(passed === 1 ? passedOnce : notPassedOnce);
    else if (judged > 0) trials.push({ passed, judged });
  }
  return trials;
}
