import type { RunState } from '../fold/index.ts';
import { countAttemptsOfRow } from '../fold/index.ts';
import { countJudged } from './pass-rate.ts';
import type { TrialCounts } from './statistics/fisher-exact.ts';

// All cases with one attempt share this object, because a run may have a hundred thousand of them.
const singlePassedTrial: TrialCounts = { passed: 1, judged: 1 };
const singleFailedTrial: TrialCounts = { passed: 0, judged: 1 };

/** Returns the number of judged and passed attempts of each case. */
export function countJudgedTrials({ rows }: Pick<RunState, 'rows'>): TrialCounts[] {
  const trials: TrialCounts[] = [];
  for (const row of rows) {
    const counts = countAttemptsOfRow(row);
    const { passed } = counts;
    const judgedCount = countJudged(counts);
    if (judgedCount === 1) trials.push(passed === 1 ? singlePassedTrial : singleFailedTrial);
    else if (judgedCount > 0) trials.push({ passed, judged: judgedCount });
  }
  return trials;
}
