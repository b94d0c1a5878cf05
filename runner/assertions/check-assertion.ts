import type { Assertion } from '../contract/index.ts';
import type { AssertionProblem } from './assertion-rules.ts';
import { getAssertionRules } from './assertion-types.ts';
import { findMeaningWarnings } from './doubtful-rules.ts';
import { findWordingWarnings } from './find-doubtful-wording.ts';
import type { DigitScript } from './missed-digits.ts';
import { acceptsText, findVacuousAssertion, type VacuityReason } from './trial.ts';

/**
 * How an assertion is used. `isForbidden` is true in `never`, which forbids everything that the assertion accepts.
 * `said` is the user's text in the case. `script` is the script of the case's texts, if it has its own digits.
 */
export type AssertionCheckOptions = {
  isForbidden?: boolean;
  said?: string | undefined;
  script?: DigitScript | undefined;
};
export type AssertionCheck = (assertion: Assertion, use?: AssertionCheckOptions) => readonly AssertionProblem[];

/**
 * A check that parses and tries each pattern and path only once, for loading many cases. Its cache lives as long as
 * the returned function.
 */
export function createAssertionCheck(): AssertionCheck {
  const earlier = new Map<string, AssertionAnalysis>();
  return (assertion, use = {}) => {
    const key = createCacheKey(assertion, use);
    const checked = (key === undefined ? undefined : earlier.get(key)) ?? analyzeAssertion(assertion, use);
    if (key !== undefined) earlier.set(key, checked);
    return listAssertionProblems(assertion, checked, use);
  };
}

/** Returns the problems of an assertion before any output exists; empty if there are none. */
export function checkAssertion(assertion: Assertion, use: AssertionCheckOptions = {}): readonly AssertionProblem[] {
  return listAssertionProblems(assertion, analyzeAssertion(assertion, use), use);
}

/** Mistakes in how an assertion is written; for a valid one, the result of trying it on sample answers. */
type AssertionAnalysis = { problems: readonly AssertionProblem[]; idle: VacuityReason | undefined };

const none: readonly AssertionProblem[] = [];

function analyzeAssertion(
  assertion: Assertion,
  { isForbidden = false, script }: AssertionCheckOptions,
): AssertionAnalysis {
  const problems = getAssertionRules(assertion).problems?.(assertion) ?? none;
  if (problems.length > 0) return { problems, idle: undefined };
  const doubts = [...findMeaningWarnings(assertion), ...findWordingWarnings(assertion, { isForbidden, script })];
  return { problems: doubts, idle: findVacuousAssertion(assertion, { isForbidden }) };
}

/** The cache key of an assertion that is slow to parse and that many cases share; undefined for other assertions. */
function createCacheKey(
  assertion: Assertion,
  { isForbidden = false, script }: AssertionCheckOptions,
): string | undefined {
  if (assertion.type === 'regex' && assertion.value !== undefined && isForbidden !== (assertion.negate === true)) {
    return `${isForbidden ? 'never' : 'not'} ${script?.name ?? ''} /${assertion.value}`;
  }
  if (isForbidden || assertion.negate === true) return undefined;
  if (assertion.type === 'json_path') return JSON.stringify([assertion.path, assertion.value]);
  return assertion.type === 'regex' && assertion.value !== undefined ? `/${assertion.value}` : undefined;
}

const reasons = {
  'every answer': 'every answer passes it',
  'what it names': 'an answer that is just the forbidden content would pass',
} satisfies Partial<Record<VacuityReason, string>>;

function listAssertionProblems(
  assertion: Assertion,
  { problems, idle }: AssertionAnalysis,
  { said }: AssertionCheckOptions,
): AssertionAnalysis['problems'] {
  if (idle === undefined) return problems;
  if (idle === 'any sentence' || idle === 'nearly any sentence') {
    if (said !== undefined && !acceptsText(assertion, said)) return none;
    const message = `this holds for ${idle}, so it checks next to nothing`;
    return [idle === 'any sentence' ? { message, runs: true } : { message, isWarning: true }];
  }
  const hint = idle === 'what it names' && 'path' in assertion ? '; a path with * or ?() gives a list' : '';
  return [{ message: `this checks nothing: ${reasons[idle]}${hint}` }];
}
