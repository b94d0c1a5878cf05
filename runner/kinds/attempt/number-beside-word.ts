import { isForbiddingAssertion } from '../../assertions/assertion-types.ts';
import type { CaseWithAnswers } from './unchecked-expectations.ts';

/**
 * Finds a number and a word that two rules require, if the answer has another number beside the word: the rules are
 * "15" and "March", and the answer says "until 31 March, from 9 to 15".
 */
export function findOtherNumberBesideWord({ rules, answers }: Pick<CaseWithAnswers, 'rules' | 'answers'>): string[] {
  const required = rules.flatMap((rule) =>
    rule.type === 'contains' && !isForbiddingAssertion(rule) && typeof rule.value === 'string' ? [rule.value] : [],
  );
  const numbers = required.filter((value) => /^\d+$/.test(value));
  const words = required.filter((value) => /^\p{L}+$/u.test(value));
  return words.flatMap((word) => {
    const neighbours = answers.flatMap((answer) => findNumbersBeside(word, answer));
    const [neighbour] = neighbours;
    if (neighbour === undefined) return [];
    return numbers
      .filter((number) => !neighbours.includes(number))
      .map(
        (number) =>
          `the answer has ${neighbour} beside ${JSON.stringify(word)}, and ${number} elsewhere; require both as one text`,
      );
  });
}

function findNumbersBeside(word: string, answer: string): string[] {
  const words = answer.split(/\s+/);
  return words.flatMap((each, at) => {
    if (!each.toLowerCase().startsWith(word.toLowerCase())) return [];
    return [words[at - 1], words[at + 1]].flatMap(
      (other) => /^(\d+)(?:st|nd|rd|th|\.)?[,.;:!?]?$/.exec(other ?? '')?.[1] ?? [],
    );
  });
}
