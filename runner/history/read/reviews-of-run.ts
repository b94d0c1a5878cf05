import os from 'node:os';
import type { Review, TurnReview } from '../../contract/index.ts';
import type { FaultHintReview } from '../../fold/index.ts';
import type { LabelledVerdict } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { listReviews } from '../reviews/list-reviews.ts';
import { listTurnReviews } from '../reviews/list-turn-reviews.ts';
import { readLabelledVerdicts } from '../reviews/read-labelled-verdicts.ts';
import { listHintReviews } from './hint-reviews.ts';

/** The reviews of a run and of its hints, their agreement with the run's judges, and the name of the current user. */
export type ReviewsOfRun = {
  reviews: Review[];
  turnReviews: TurnReview[];
  hintWords: FaultHintReview[];
  labelled: LabelledVerdict[];
  you: string;
};

export function readReviewsOfRun(database: Database, runId: string): ReviewsOfRun {
  const { verdicts } = readLabelledVerdicts(database, { runId });
  const turnReviews = listTurnReviews(database, runId);
  const feedback = { reviews: listReviews(database, runId), turnReviews, hintWords: listHintReviews(database, runId) };
  return { ...feedback, labelled: verdicts, you: getUserName() };
}

/** Returns the name of the current user, as the operating system knows it, otherwise a neutral name. */
export function getUserName(): string {
  try {
    return os.userInfo().username || 'reviewer';
  } catch {
    return 'reviewer';
  }
}
