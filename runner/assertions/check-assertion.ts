import type { Assertion } from '../contract/index.ts';
import type { AssertionProblem } from './assertion-rules.ts';
import { assertionRules } from './assertion-types.ts';
import { doubtfulWords } from './doubtful-words.ts';
import { acceptsText, type Idle, tryAssertion } from './trial.ts';

/**
 * Where an assertion is used. `isForbidden`: in `never`, which forbids what the assertion accepts. `said`: the user's
 * text in the case.
 */
export type AssertionPlace = { isForbidden?: boolean; said?: string | undefined };
export type AssertionCheck = (assertion: Assertion, place?: AssertionPlace) => readonly AssertionProblem[];

/**
 * A check that parses and tries each pattern and path only once, for loading many cases. Its cache lives as long as
 * the returned function.
 */
export function createAssertionCheck(): AssertionCheck {
  const earlier = new Map<string, Checked>();
  return (assertion, place = {}) => {
    const key = cacheKey(assertion, place);
    const checked = (key === undefined ? undefined : earlier.get(key)) ?? check(assertion, place);
    if (key !== undefined) earlier.set(key, checked);
    return listProblems(assertion, checked, place);
  };
}

/** Returns the problems of an assertion before any output exists. Sound assertions have none. */
export function checkAssertion(assertion: Assertion, place: AssertionPlace = {}): readonly AssertionProblem[] {
  return listProblems(assertion, check(assertion, place), place);
}

/** Mistakes in how an assertion is written; for a valid one, the result of trying it on sample answers. */
type Checked = { problems: readonly AssertionProblem[]; idle: Idle | undefined };

const none: readonly AssertionProblem[] = [];

function check(assertion: Assertion, { isForbidden = false }: AssertionPlace): Checked {
  const problems = assertionRules(assertion).problems?.(assertion) ?? none;
  if (problems.length > 0) return { problems, idle: undefined };
  return { problems: doubtfulWords(assertion, { isForbidden }), idle: tryAssertion(assertion, { isForbidden }) };
}

/** The cache key of an assertion that is slow to parse and that many cases share; undefined for other assertions. */
function cacheKey(assertion: Assertion, { isForbidden = false }: AssertionPlace): string | undefined {
  if (isForbidden || assertion.negate === true) return undefined;
  if (assertion.type === 'json_path') return JSON.stringify([assertion.path, assertion.value]);
  return assertion.type === 'regex' && assertion.value !== undefined ? `/${assertion.value}` : undefined;
}

const reasons = {
  'every answer': 'it holds for every answer',
  'what it names': 'an answer that is just the forbidden content would pass',
} satisfies Partial<Record<Idle, string>>;

function listProblems(
  assertion: Assertion,
  { problems, idle }: Checked,
  { said }: AssertionPlace,
): Checked['problems'] {
  if (idle === undefined) return problems;
  if (idle === 'any sentence' || idle === 'nearly any sentence') {
    if (said !== undefined && !acceptsText(assertion, said)) return none;
    const message = `this holds for ${idle}, so it checks next to nothing`;
    return [idle === 'any sentence' ? { message, runs: true } : { message, isWarning: true }];
  }
  const hint = idle === 'what it names' && 'path' in assertion ? '; a path with * or ?() gives a list' : '';
  return [{ message: `this checks nothing: ${reasons[idle]}${hint}` }];
}
