import { and, eq } from 'drizzle-orm';
import { hints } from '../../../drizzle/schema/index.ts';
import type { AttemptId, FaultHintReview } from '../../fold/index.ts';
import { AppError } from '../../host/errors.ts';
import type { Database } from '../db/index.ts';
import { readAttemptResult } from '../read/attempt-result.ts';
import { findHint } from '../read/hint-reviews.ts';

type HintReviewToSave = AttemptId &
  Pick<FaultHintReview, 'fault' | 'reviewer'> & { word: FaultHintReview['word'] | null };

/** Saves a user's review of a hint; null removes it. Throws if the attempt has no such hint. */
export function saveHintReview(
  database: Database,
  runId: string,
  { word, reviewedAt, ...attemptAddress }: HintReviewToSave & { reviewedAt: number },
): void {
  const { suiteKey, caseId, attempt, fault, reviewer } = attemptAddress;
  const result = readAttemptResult(database, runId, attemptAddress);
  if (result === undefined || findHint(result, fault) === undefined) {
    throw new AppError('invalid_request', `Attempt ${attempt} of ${caseId} has no hint "${fault}".`);
  }
  if (word === null) {
    const isOwn = [eq(hints.caseId, caseId), eq(hints.attempt, attempt), eq(hints.fault, fault)];
    const condition = and(eq(hints.runId, runId), eq(hints.suiteKey, suiteKey), ...isOwn, eq(hints.reviewer, reviewer));
    database.orm.delete(hints).where(condition).run();
    return;
  }
  const { runId: run, suiteKey: suite, caseId: of, attempt: at, fault: which, reviewer: who } = hints;
  database.orm
    .insert(hints)
    .values({ runId, ...attemptAddress, word, reviewedAt })
    .onConflictDoUpdate({ target: [run, suite, of, at, which, who], set: { word, reviewedAt } })
    .run();
}
