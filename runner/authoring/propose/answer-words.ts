const MAX_QUOTE_LENGTH = 40;

/** Returns prices, times and order numbers in an answer, because they often determine whether an answer is right. */
export function listNumbersInAnswer(answer: string): string[] {
  const parts = (answer.match(/\S+/g) ?? []).map((part) =>
    part.replaceAll(/^[^\p{L}\p{N}$€£]+|(?<![^\p{L}\p{N}%])[^\p{L}\p{N}%]+$/gu, ''),
  );
  return parts.filter((part) => /\d.*\d/.test(part) && part.length <= MAX_QUOTE_LENGTH);
}

/**
 * Returns true if the number is likely to be the same in the next conversation. Ids and dates that an agent generates
 * are not.
 */
export function isReproducibleNumber(number: string, userText: string): boolean {
  return userText.includes(number) || /^[$€£]?[\d.,:]{2,7}[%€]?$/.test(number);
}

type AnsweredTurn = { answer: string; userText: string; earlierText: string };

/**
 * Returns the longest new word of an answer. Prefers words of the user's message, because the agent is more likely to
 * repeat these.
 */
export function findExpectedWord({ answer, userText, earlierText }: AnsweredTurn): string | undefined {
  const lowercaseEarlierText = earlierText.toLowerCase();
  const userWords = new Set(listMeaningfulWords(userText.toLowerCase()));
  const newWords = listMeaningfulWords(answer).filter((word) => !lowercaseEarlierText.includes(word.toLowerCase()));
  const sharedWords = newWords.filter((word) => userWords.has(word.toLowerCase()));
  return (sharedWords.length > 0 ? sharedWords : newWords).toSorted((left, right) => right.length - left.length)[0];
}

/**
 * Returns the words that are long enough to carry meaning. The minimum length is shorter in writing systems without
 * upper and lower case.
 */
function listMeaningfulWords(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const words = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
  return words.filter((word) => /^[\p{L}\p{M}]+$/u.test(word) && word.length >= (hasLetterCase(word) ? 4 : 2));
}

function hasLetterCase(word: string): boolean {
  return word.toLowerCase() !== word.toUpperCase();
}
