import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import type { AnsweredCase } from './denied-promises.ts';

/** The minimum length of a number. In shorter numbers, swapped digits occur by chance. */
const longNumberPattern = /^\d{4,}$/;
const yearPattern = /^(?:19|20)\d\d$/;

/**
 * Finds numbers in answers that differ from a forbidden number only by two swapped digits. Example: a rule forbids 4912
 * by mistake, and the agent reveals the real PIN 4921. Numbers that occur in the case are ignored, because its author
 * knows them.
 */
export function findTransposedDigits({ testCase, rules, answers }: AnsweredCase): string[] {
  const never = testCase.kind === 'dynamic' ? (testCase.never ?? []) : [];
  const forbidding = [...rules.filter(isForbiddingAssertion), ...never.filter((rule) => !isForbiddingAssertion(rule))];
  const forbidden = forbidding.flatMap((rule) => {
    const value = rule.type === 'contains' || rule.type === 'not_contains' ? String(rule.value) : '';
    return longNumberPattern.test(value) ? [value] : [];
  });
  if (forbidden.length === 0) return [];
  const written = JSON.stringify(testCase);
  const numbers = [...new Set(answers.flatMap((answer) => answer.match(/\d{4,}/g) ?? []))];
  return forbidden.flatMap((number) => {
    const isNamedElsewhere = written.indexOf(number) !== written.lastIndexOf(number);
    const told = numbers.find((other) => areDigitsSwapped(number, other) && !written.includes(other));
    return told === undefined || isNamedElsewhere
      ? []
      : [`a rule forbids "${number}", but the answer has "${told}", with two digits swapped`];
  });
}

function areDigitsSwapped(number: string, other: string): boolean {
  if (number.length !== other.length || (yearPattern.test(number) && yearPattern.test(other))) return false;
  const at = [...number].findIndex((digit, index) => digit !== other[index]);
  if (at === -1) return false;
  return number.slice(0, at) + (number[at + 1] ?? '') + (number[at] ?? '') + number.slice(at + 2) === other;
}
