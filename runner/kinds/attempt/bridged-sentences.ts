import { compilePattern } from '../../assertions/compile-pattern.ts';
import { acceptsText } from '../../assertions/find-vacuous-assertion.ts';
import type { Assertion } from '../../contract/index.ts';
import type { CaseWithAnswers } from './unchecked-expectations.ts';

/**
 * Finds patterns such as `total.*40 EUR` that an answer meets only across the end of a sentence, if the sentence with
 * the first words gives another amount: "The total is 90 EUR. The chair is 40 EUR."
 */
export function findBridgedSentences({ rules, answers }: Pick<CaseWithAnswers, 'rules' | 'answers'>): string[] {
  return rules.flatMap((rule) => {
    if (rule.type !== 'regex' || rule.negate === true) return [];
    const source = rule.value ?? rule.pattern ?? '';
    const [, flags = '', words = '', star = '', end = ''] = bridgePattern.exec(source) ?? [];
    const amount = parseAmount(end);
    if (amount === undefined || !/\p{L}{3}/u.test(words)) return [];
    const accepted = answers.filter((answer) => acceptsText(rule, answer));
    const skipped = accepted.map((answer) => findSkippedAmount(answer, { rule, head: flags + words, amount }));
    const [first] = skipped;
    if (first === undefined || skipped.includes(undefined)) return [];
    return [
      `${JSON.stringify(star)} in the regex ${JSON.stringify(source)} skips ${JSON.stringify(first)} and finds ${amount.number} in a later sentence; write the words that stand between`,
    ];
  });
}

/** Matches a pattern with one `.*` or `.+` between words and the amount at its end. */
const bridgePattern = /^(\(\?[a-z]+\))?([^|()*+]{3,80})(\.[*+]\??)([^|()[\]*+?]{1,40})$/i;

type Amount = { number: string; unit: string };

/** Parses an amount with its unit in a pattern, such as `40 EUR`, `\$40` and `40\.00 ?€`. */
function parseAmount(pattern: string): Amount | undefined {
  const text = pattern
    .replaceAll(/\\[bs]/g, ' ')
    .replaceAll('\\', '')
    .replace(/\$$/, '')
    .trim();
  const [amount] = listAmounts(text);
  return amount;
}

/** Matches an amount with its unit before or after the number. */
const amountPattern = /([$€£¥])\s?(\d[\d.,]{0,15})|(?<![\d.,])(\d[\d.,]{0,15})\s?([$€£¥%]|\p{L}+)/gu;

function listAmounts(text: string): (Amount & { text: string })[] {
  return [...text.matchAll(amountPattern)].map(([written, sign, numberAfter, numberBefore, unit]) => ({
    number: (numberAfter ?? numberBefore ?? '').replace(/[.,]$/, ''),
    unit: (sign ?? unit ?? '').toLowerCase(),
    text: written,
  }));
}

/** Matches the words directly before the amount that a sentence states. */
const statesAmount =
  /(?:\b(?:is|are|be|costs?|comes to|amounts to|makes|will be|would be)|[:=])(?: now| only| just| exactly)?\s*$/i;
/** Words which say that the amount is not the one that the pattern is about. */
const isOtherAmount =
  /\b(?:before|without|excluding|except|net|old|previous|usual(?:ly)?|normal(?:ly)?|instead|not|if|when)\b|n['’]t\b/i;

/** Returns the amount that the answer states in the sentence with the first words of the pattern. */
function findSkippedAmount(
  answer: string,
  { rule, head, amount }: { rule: Assertion; head: string; amount: Amount },
): string | undefined {
  const sentences = answer.split(/(?<=[.!?])\s+/);
  if (sentences.length < 2 || sentences.some((sentence) => acceptsText(rule, sentence))) return undefined;
  const compiled = compilePattern(head);
  if (compiled.kind === 'invalid') return undefined;
  for (const sentence of sentences) {
    if (!compiled.pattern.matches(sentence)) continue;
    for (const other of listAmounts(sentence)) {
      const before = sentence.slice(0, sentence.indexOf(other.text));
      const isStated = statesAmount.test(before) && compiled.pattern.matches(before) && !isOtherAmount.test(before);
      if (isStated && other.unit === amount.unit && other.number !== amount.number) return other.text;
    }
  }
  return undefined;
}
