import { and, eq, getTableColumns } from 'drizzle-orm';
import { hints } from '../../../drizzle/schema/index.ts';
import type { CaseResult } from '../../contract/index.ts';
import { type AttemptId, type AttemptKey, attemptKey, type HintWord, hintKey, isHint } from '../../fold/index.ts';
import { AppError } from '../../host/errors.ts';
import { decidesIfConfirmed } from '../../verdict/index.ts';
import type { Database } from '../db/index.ts';
import { attemptResult } from '../read/attempt-result.ts';

/** Returns what people say of the hints of a run, oldest first. */
export function listHintWords(database: Database, runId: string): HintWord[] {
  const said = storedHintWords(database, runId);
  const results = new Map<AttemptKey, CaseResult | undefined>();
  return said.map(({ reviewedAt: __, ...word }) => {
    const place = attemptKey(word);
    if (!results.has(place)) results.set(place, attemptResult(database, runId, word));
    return { ...word, blames: blamedBy(results.get(place), word.fault) };
  });
}

export function storedHintWords(
  { orm }: Database,
  runId: string,
): (Omit<HintWord, 'blames'> & { reviewedAt: number })[] {
  const { runId: _, ...columns } = getTableColumns(hints);
  return orm.select(columns).from(hints).where(eq(hints.runId, runId)).orderBy(hints.reviewedAt).all();
}

function blamedBy(result: CaseResult | undefined, key: string): HintWord['blames'] {
  const hint = result && hintOf(result, key);
  if (result === undefined || hint === undefined) return null;
  return decidesIfConfirmed(result, hint) ? hint.by : null;
}

type SaidOfHint = AttemptId & Pick<HintWord, 'fault' | 'reviewer'> & { word: HintWord['word'] | null };

/** Keeps a person's word on a hint, or takes it back with null. Throws where the attempt has no such hint. */
export function saveHintWord(
  database: Database,
  runId: string,
  { word, reviewedAt, ...place }: SaidOfHint & { reviewedAt: number },
): void {
  const { suiteKey, caseId, attempt, fault, reviewer } = place;
  const result = attemptResult(database, runId, place);
  if (result === undefined || hintOf(result, fault) === undefined) {
    throw new AppError('invalid_request', `Attempt ${attempt} of ${caseId} has no hint "${fault}".`);
  }
  if (word === null) {
    const isOwn = [eq(hints.caseId, caseId), eq(hints.attempt, attempt), eq(hints.fault, fault)];
    const where = and(eq(hints.runId, runId), eq(hints.suiteKey, suiteKey), ...isOwn, eq(hints.reviewer, reviewer));
    database.orm.delete(hints).where(where).run();
    return;
  }
  const { runId: run, suiteKey: suite, caseId: of, attempt: at, fault: which, reviewer: who } = hints;
  database.orm
    .insert(hints)
    .values({ runId, ...place, word, reviewedAt })
    .onConflictDoUpdate({ target: [run, suite, of, at, which, who], set: { word, reviewedAt } })
    .run();
}

function hintOf({ faults = [] }: CaseResult, key: string): NonNullable<CaseResult['faults']>[number] | undefined {
  return faults.find((fault) => isHint(fault) && hintKey(fault) === key);
}
