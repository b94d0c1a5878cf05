import { acceptsText } from '../../assertions/find-vacuous-assertion.ts';
import { formatToolName } from '../../assertions/match-tool.ts';
import type { Assertion, StandardOrDynamicCase, ToolCall } from '../../contract/index.ts';
import { isJsonObject, type Json } from '../../values/index.ts';

/** A case that passed, with what the user and the agent said. */
export type CaseWithAnswers = {
  testCase: StandardOrDynamicCase;
  rules: readonly Assertion[];
  /** The messages of the user. `answers` and `toolCalls` are the texts and calls of the agent. */
  inputs: readonly Json[];
  answers: readonly string[];
  toolCalls: readonly ToolCall[];
};

/** True for rules that may depend on any value: judges, functions, snapshots and states. */
export const typesReadingAnyValue: ReadonlySet<Assertion['type']> = new Set(['agent', 'script', 'snapshot', 'state']);

/**
 * Finds numbers that the name of a case contains and that occur in the agent's calls or answers, although no rule reads
 * them: the case would pass with any other number, too.
 */
export function findUncheckedNumbersInCaseName({
  testCase,
  rules,
  inputs,
  answers,
  toolCalls,
}: CaseWithAnswers): string[] {
  const { name = '', mocks = {}, inject } = testCase;
  const promised = [...new Set(findNumbers(name.replace(ordinalPattern, ' ')))];
  if (promised.length === 0 || inject !== undefined || rules.some(({ type }) => typesReadingAnyValue.has(type)))
    return [];
  const read = new Set(findNumbers(JSON.stringify([rules, Object.values(mocks).map(listConditions)])));
  const inputNumbers = new Set(findNumbers(JSON.stringify(inputs)));
  return promised
    .filter((number) => !read.has(number))
    .flatMap((number) => {
      const call = toolCalls.find(({ arguments: args }) => isJsonObject(args) && containsNumber(args, number));
      if (call !== undefined)
        return [`${number} in the name of the case: ${formatToolName(call)} was called with it, but no rule checks it`];
      const isAnswered = !inputNumbers.has(number) && answers.some((answer) => findNumbers(answer).includes(number));
      return isAnswered && !answers.some((answer) => dependOnNumber(rules, { answer, number }))
        ? [`${number} in the name of the case: the answer contains it, but no rule checks it`]
        : [];
    });
}

/** Matches numbers that only count cases or steps, such as "Step 2"; they are not expected values. */
const ordinalPattern =
  /\b(?:step|case|test|part|phase|turn|scenario|variant|version|level|no\.?|number)\s*#?\d+|#\d+/gi;

/**
 * True if a rule gives another result when this number in the answer is replaced with a different one. Finds the number
 * in any notation.
 */
function dependOnNumber(rules: readonly Assertion[], { answer, number }: { answer: string; number: string }): boolean {
  const changed = answer.replace(numberPattern, (word) =>
    normalizeNumber(word) === number ? word.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)) : word,
  );
  return rules.some((rule) => acceptsText(rule, answer) !== acceptsText(rule, changed));
}

/**
 * Matches an amount with its currency or percent sign. Numbers without a sign may be ids, which differ from answer to
 * answer.
 */
const amountPattern = /[$€£¥]\s?\d+(?:[.,]\d+)*|(?<!\d|\d[.,])\d+(?:[.,]\d+)*\s?(?:[$€£¥%]|\p{Lu}{3}(?!\p{L}))/gu;

type AnswerWithExpectation = { expected: Json | undefined; rules: readonly Assertion[]; answer: string };

/**
 * Finds amounts in "expected" that the answer does not contain and that no rule reads. If the case also has "assert",
 * "expected" does not affect the verdict, although the author may think so.
 */
export function findMissingAmounts({ expected, rules, answer }: AnswerWithExpectation): string[] {
  const amounts = typeof expected === 'string' ? (expected.match(amountPattern) ?? []) : [];
  if (amounts.length === 0 || rules.some(({ type }) => typesReadingAnyValue.has(type))) return [];
  const checks = JSON.stringify(rules);
  // True for a pattern that matches any digits. The author may have chosen it so that any amount passes.
  if (/\\d|\[0-9/.test(checks)) return [];
  const read = listNumberDigits(`${checks} ${answer}`);
  const missingAmount = amounts.find((amount) => !listNumberDigits(amount).every((digits) => read.includes(digits)));
  if (missingAmount === undefined) return [];
  return [`"expected" has ${missingAmount}, but the answer does not, and no rule of "assert" reads it`];
}

/** A longer text may be a description of the answer, not the answer itself. */
const MAX_RULE_WORDS = 3;

/** Finds a short `expected` with a number, such as "A17" or 42, which the answer does not contain and no rule reads. */
export function findMissingValue({ expected, rules, answer }: AnswerWithExpectation): string[] {
  if (typeof expected !== 'string' && typeof expected !== 'number') return [];
  const value = String(expected);
  const digits = listNumberDigits(value);
  if (digits.length === 0 || splitIntoWords(value).length > MAX_RULE_WORDS || value.search(amountPattern) !== -1)
    return [];
  const checks = JSON.stringify(rules);
  if (rules.some(({ type }) => typesReadingAnyValue.has(type)) || /\\d|\[0-9/.test(checks)) return [];
  const read = listNumberDigits(`${checks} ${answer}`);
  if (digits.every((each) => read.includes(each))) return [];
  return [
    `"expected" is ${JSON.stringify(expected)}, but the answer does not contain it, and no rule of "assert" reads it`,
  ];
}

/** The minimum number of words in a sentence. A shorter sentence is the beginning of many answers. */
const MIN_WORDS = 3;

/**
 * Finds an answer that contradicts "expected" in one word, such as "Your room is booked." and "Your room is
 * cancelled.", although all rules pass.
 */
export function findOtherWord({ expected, rules, answer }: AnswerWithExpectation): string[] {
  const words = typeof expected === 'string' ? splitIntoWords(expected) : [];
  if (words.length < MIN_WORDS || rules.some(({ type }) => typesReadingAnyValue.has(type))) return [];
  const sentences = answer.split(/(?<=[.!?])\s+|\n/).map(splitIntoWords);
  const differing = sentences
    .filter((own) => own.length === words.length)
    .map((own) => words.flatMap((word, at) => (isSameWord(word, own[at]) ? [] : [{ word, other: own[at] ?? '', at }])))
    .find(({ length }) => length === 1)?.[0];
  if (differing === undefined) return [];
  const { word, other, at } = differing;
  if (splitIntoWords(answer).some((each) => isSameWord(each, word))) return [];
  const others = words.toSpliced(at, 1).join(' ');
  if (!rules.every((rule) => acceptsText(toCaseInsensitiveRule(rule), others))) return [];
  const isLast = at === words.length - 1;
  return [
    isLast
      ? `"expected" ends with "${word}", but the answer with "${other}", and no rule of "assert" reads it`
      : `"expected" has "${word}", but the answer "${other}", and no rule of "assert" reads it`,
  ];
}

function splitIntoWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}'’-]+/gu) ?? [];
}

function isSameWord(left: string, right: string | undefined): boolean {
  return left.toLowerCase() === right?.toLowerCase();
}

/** Compares the words in lower case. */
function toCaseInsensitiveRule(rule: Assertion): Assertion {
  return rule.type === 'contains' ? { ...rule, ignore_case: true } : rule;
}

/**
 * Returns the digits of each number, because languages differ in their separators. `20.00` has the same digits as `20`.
 */
function listNumberDigits(text: string): string[] {
  const numbers = text.match(/\d+(?:[.,]\d+)*/g) ?? [];
  return numbers.map((number) => number.replace(/[.,]00?$/, '').replace(/[.,]/g, ''));
}

/**
 * Returns the argument values in a mock's conditions. The case checks these arguments, because the mock answers no
 * other ones.
 */
function listConditions(entries: NonNullable<StandardOrDynamicCase['mocks']>[string]): Json[] {
  return entries.flatMap(({ when, use }) => when ?? use ?? []);
}

/** Returns numbers and codes with digits, such as `20`, `1,000` and `A17`, in a uniform notation. */
function findNumbers(text: string): string[] {
  return (text.match(numberPattern) ?? []).filter((word) => /\d/.test(word)).map(normalizeNumber);
}

const numberPattern = /[\p{L}\p{N}]+(?:[.,]\p{Nd}+)*/gu;

function normalizeNumber(number: string): string {
  const plainNumber = number.replace(/,(?=\d{3}(?!\d))/g, '');
  return /^\d{1,15}(?:\.\d+)?$/.test(plainNumber) ? String(Number(plainNumber)) : plainNumber;
}

function containsNumber(value: Json, number: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((each) => containsNumber(each, number));
  return normalizeNumber(String(value)) === number;
}
