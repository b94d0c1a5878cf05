import type { Assertion } from '../contract/index.ts';
import type { AssertionProblem } from './assertion-rules.ts';
import { getAssertionRules } from './assertion-types.ts';
import { findWordingWarnings } from './find-doubtful-wording.ts';
import { acceptsText, findVacuousAssertion, type VacuityReason } from './find-vacuous-assertion.ts';
import type { DigitScript } from './missed-digits.ts';
import { warnOfUnintendedMeaning } from './warn-of-unintended-meaning.ts';

/**
 * How an assertion is used. `isForbidden` is true in `never`, where everything that the assertion accepts is forbidden.
 * `userText` is the text of the case's user messages. `script` is the writing system of the case's texts, if it has its
 * own digits.
 */
export type AssertionCheckOptions = {
  isForbidden?: boolean;
  userText?: string | undefined;
  script?: DigitScript | undefined;
};
export type AssertionCheck = (assertion: Assertion, options?: AssertionCheckOptions) => readonly AssertionProblem[];

/**
 * Creates a check for many assertions, which parses and tries out each pattern and path only once. The cache lives as
 * long as the returned function.
 */
export function createAssertionCheck(): AssertionCheck {
  const cachedAnalyses = new Map<string, AssertionAnalysis>();
  return (assertion, options = {}) => {
    const key = createCacheKey(assertion, options);
    const analysis = (key === undefined ? undefined : cachedAnalyses.get(key)) ?? analyzeAssertion(assertion, options);
    if (key !== undefined) cachedAnalyses.set(key, analysis);
    return listAssertionProblems(assertion, analysis, options);
  };
}

/** Returns the problems of an assertion that can be found without an output; empty if there are none. */
export function checkAssertion(assertion: Assertion, options: AssertionCheckOptions = {}): readonly AssertionProblem[] {
  return listAssertionProblems(assertion, analyzeAssertion(assertion, options), options);
}

/** The mistakes in an assertion; if there are none, `vacuity` tells whether it checks nothing for sample answers. */
type AssertionAnalysis = { problems: readonly AssertionProblem[]; vacuity: VacuityReason | undefined };

const noProblems: readonly AssertionProblem[] = [];

function analyzeAssertion(
  assertion: Assertion,
  { isForbidden = false, script }: AssertionCheckOptions,
): AssertionAnalysis {
  const problems = getAssertionRules(assertion).problems?.(assertion) ?? noProblems;
  if (problems.length > 0) return { problems, vacuity: undefined };
  const doubts = [...warnOfUnintendedMeaning(assertion), ...findWordingWarnings(assertion, { isForbidden, script })];
  return { problems: doubts, vacuity: findVacuousAssertion(assertion, { isForbidden }) };
}

/** Returns the cache key of an assertion that takes long to parse and that many cases share; undefined for others. */
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

const vacuityTexts = {
  'every answer': 'every answer passes it',
  'what it names': 'an answer that is just the forbidden content would pass',
} satisfies Partial<Record<VacuityReason, string>>;

function listAssertionProblems(
  assertion: Assertion,
  { problems, vacuity }: AssertionAnalysis,
  { userText }: AssertionCheckOptions,
): AssertionAnalysis['problems'] {
  if (vacuity === undefined) return problems;
  if (vacuity === 'any sentence' || vacuity === 'nearly any sentence') {
    if (userText !== undefined && !acceptsText(assertion, userText)) return noProblems;
    const message = `this holds for ${vacuity}, so it checks next to nothing`;
    return [vacuity === 'any sentence' ? { message, runs: true } : { message, isWarning: true }];
  }
  const hint = vacuity === 'what it names' && 'path' in assertion ? '; a path with * or ?() gives a list' : '';
  return [{ message: `this checks nothing: ${vacuityTexts[vacuity]}${hint}` }];
}
