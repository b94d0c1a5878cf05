import { dryRunCase } from '../../authoring/index.ts';
import type { Json } from '../../values/index.ts';
import type { Database } from '../db/index.ts';
import { readRecordedAnswers } from './recorded-answers.ts';

/**
 * The outcomes that the last attempts of a case would have if the case were changed. `open` counts attempts whose
 * outcome only a new run can determine.
 */
export type RuleTrialCounts = { attempts: number; passedBefore: number; passed: number; failed: number; open: number };

type ChangedCase = { suiteKey: string; caseId: string; value: Json };

/** Evaluates a changed case against its last 20 recorded attempts. Calls no models and writes nothing. */
export async function tryRuleOnAnswers(
  database: Database,
  { value, ...key }: ChangedCase,
  signal: AbortSignal,
): Promise<RuleTrialCounts> {
  const { answers } = readRecordedAnswers(database, key);
  const counts = { attempts: answers.length, passedBefore: 0, passed: 0, failed: 0, open: 0 };
  for (const answer of answers) {
    const { status } = await dryRunCase({ value, answer }, signal);
    if (answer.status === 'passed') counts.passedBefore += 1;
    if (status === 'passed') counts.passed += 1;
    else if (status === 'open') counts.open += 1;
    else counts.failed += 1;
  }
  return counts;
}
