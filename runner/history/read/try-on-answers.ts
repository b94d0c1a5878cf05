import { dryRun } from '../../authoring/index.ts';
import type { Json } from '../../values/index.ts';
import type { Database } from '../db/index.ts';
import { recordedAnswers } from './recorded-answers.ts';

/** How the last attempts of a case would end if it were written otherwise; `open`: only a run can tell. */
export type TriedOnAnswers = { attempts: number; passedBefore: number; passed: number; failed: number; open: number };

type Tried = { suiteKey: string; caseId: string; value: Json };

/** Plays a case as it might be written on its last 20 attempts. Nobody is asked, and nothing is written. */
export async function tryOnAnswers(
  database: Database,
  { value, ...key }: Tried,
  signal: AbortSignal,
): Promise<TriedOnAnswers> {
  const { answers } = recordedAnswers(database, key);
  const tried = { attempts: answers.length, passedBefore: 0, passed: 0, failed: 0, open: 0 };
  for (const answer of answers) {
    const { status } = await dryRun({ value, answer }, signal);
    if (answer.status === 'passed') tried.passedBefore += 1;
    if (status === 'passed') tried.passed += 1;
    else if (status === 'open') tried.open += 1;
    else tried.failed += 1;
  }
  return tried;
}
