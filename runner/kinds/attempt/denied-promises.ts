import { requiresText } from '../../assertions/assertion-types.ts';
import { acceptsText } from '../../assertions/find-vacuous-assertion.ts';
import type { Assertion, StandardOrDynamicCase } from '../../contract/index.ts';

/** A case that passed, with the texts of its answers. */
export type AnsweredCase = {
  testCase: StandardOrDynamicCase;
  /** All rules of the case, except the rules in `never`. */
  rules: readonly Assertion[];
  answers: readonly string[];
};

/** Matches the verb of a statement and the words after it, such as "is available on Friday". */
const statementPattern = /\b(?:is|are|was|were|be|been|has|have)\s+(\P{P}{4,60})/iu;
/** Words that negate a statement or make it conditional. */
const hedgePattern =
  /\b(?:not?|never|none|nothing|nobody|cannot|without|unless|only|neither|nor|too|if|whether|when|until|while|what|which|how|who|why|refus\w*|den(?:y|ies|ied|ial)|declin\w*|reject\w*|fail\w*|sold|out|late|expired)\b|n['’]t\b|\?/i;

/**
 * Finds rules that pass only because of a word that the answer negates, although the name of the case or `expected`
 * states the opposite. Example: the case is called "the suite is available", and the answer is "the suite is not
 * available".
 */
export function findDeniedPromises({ testCase, rules, answers }: AnsweredCase): string[] {
  const { name = '' } = testCase;
  const expected = testCase.kind === 'standard' && typeof testCase.expected === 'string' ? testCase.expected : '';
  return [
    ...findDeniedWords(name, { title: 'the name of the case', rules, answers }),
    ...findDeniedWords(expected, { title: '"expected"', rules, answers }),
  ].slice(0, 1);
}

type DenialSearch = Pick<AnsweredCase, 'rules' | 'answers'> & { title: string };

function findDeniedWords(text: string, { title, rules, answers }: DenialSearch): string[] {
  const [, claimed = ''] = statementPattern.exec(text) ?? [];
  if (claimed === '' || hedgePattern.test(text)) return [];
  const required = rules.filter(requiresText);
  return (claimed.match(/\p{L}{4,}/gu) ?? []).flatMap((word) => {
    const denials = answers.map((answer) => findDenial(word, answer));
    if (denials.every((denial) => denial === undefined)) return [];
    const isDenied = required.some((rule) => {
      const accepted = answers.flatMap((answer, at) => (acceptsText(rule, answer) ? [{ answer, at }] : []));
      return (
        accepted.length > 0 &&
        accepted.every(({ answer, at }) => denials[at] !== undefined && !acceptsText(rule, omitWord(word, answer)))
      );
    });
    if (!isDenied) return [];
    const words = JSON.stringify(denials.find((denial) => denial !== undefined));
    return [`${title} says ${JSON.stringify(word)}, but the answer has it only behind ${words}`];
  });
}

/** Matches the end of a text that denies the next word, such as "is not yet". */
const denialPattern =
  /(?:\b(?:not|never|cannot|no longer)|\b\w{2,6}n['’]t)(?:\s+(?!but\b|and\b|only\b|just\b|instead\b)\w+){0,2}\s+$/i;

/** The number of characters that are searched before a word; the limit keeps long answers fast. */
const MAX_SEARCHED_LENGTH = 60;

/** Returns the negation of a word in an answer; undefined unless every occurrence of the word is negated. */
function findDenial(word: string, answer: string): string | undefined {
  const parts = answer.split(createWholeWordPattern(word));
  const denials = parts
    .slice(0, -1)
    .map((before) => denialPattern.exec(before.slice(-MAX_SEARCHED_LENGTH))?.[0].trim());
  return denials.includes(undefined) ? undefined : denials[0];
}

function omitWord(word: string, answer: string): string {
  return answer.replace(createWholeWordPattern(word), ' ');
}

/** Returns a pattern that matches a word as a whole. Words that consist of letters need no escaping. */
function createWholeWordPattern(word: string): RegExp {
  return new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'giu');
}
