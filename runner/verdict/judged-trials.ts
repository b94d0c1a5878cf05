import type { RunState } from '../fold/index.ts';
import { rowCounts } from '../fold/index.ts';
import { countJudged } from './pass-rate.ts';
import type { PassedTrials } from './statistics/fisher-exact.ts';

/** Returns the number of judged and passed attempts of each case. */
export function judgedTrials({ rows }: Pick<RunState, 'rows'>): PassedTrials[] {
  return rows
    .map(rowCounts)
    .map((counts) => ({ passed: counts.passed, judged: countJudged(counts) }))
    .filter(({ judged }) => judged > 0);
}
