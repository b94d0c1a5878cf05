import type { Review } from '../../../runner/contract/index.ts';
import type { LabelledVerdict } from '../../../runner/verdict/index.ts';
import type { Database } from '../../db/index.ts';
import { listReviews } from '../write/reviews.ts';
import { userName } from '../write/user-name.ts';
import { labelledVerdicts } from './labelled-verdicts.ts';

export function reviewsOfRun(
  database: Database,
  runId: string,
): { reviews: Review[]; labelled: LabelledVerdict[]; you: string } {
  const { verdicts } = labelledVerdicts(database, { runId });
  return { reviews: listReviews(database, runId), labelled: verdicts, you: userName() };
}
