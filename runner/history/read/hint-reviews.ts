import { eq, getTableColumns } from 'drizzle-orm';
import { hints } from '../../../drizzle/schema/index.ts';
import type { CaseResult } from '../../contract/index.ts';
import { type AttemptKey, attemptKey, type FaultHintReview, isFaultHint, toFaultHintKey } from '../../fold/index.ts';
import { isDecisiveIfConfirmed } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { readAttemptResult } from './attempt-result.ts';

/** Returns people's reviews of a run's hints, oldest first. */
export function listHintReviews(database: Database, runId: string): FaultHintReview[] {
  const storedReviews = readHintReviews(database, runId);
  const results = new Map<AttemptKey, CaseResult | undefined>();
  return storedReviews.map(({ reviewedAt: __, ...word }) => {
    const key = attemptKey(word);
    if (!results.has(key)) results.set(key, readAttemptResult(database, runId, word));
    return { ...word, blames: findPartyBlamedByHint(results.get(key), word.fault) };
  });
}

export function readHintReviews(
  { orm }: Database,
  runId: string,
): (Omit<FaultHintReview, 'blames'> & { reviewedAt: number })[] {
  const { runId: _, ...columns } = getTableColumns(hints);
  return orm.select(columns).from(hints).where(eq(hints.runId, runId)).orderBy(hints.reviewedAt).all();
}

function findPartyBlamedByHint(result: CaseResult | undefined, key: string): FaultHintReview['blames'] {
  const hint = result && findHint(result, key);
  if (result === undefined || hint === undefined) return null;
  return isDecisiveIfConfirmed(result, hint) ? hint.by : null;
}

export function findHint(
  { faults = [] }: CaseResult,
  key: string,
): NonNullable<CaseResult['faults']>[number] | undefined {
  return faults.find((fault) => isFaultHint(fault) && toFaultHintKey(fault) === key);
}
