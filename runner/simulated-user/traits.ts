import { generateSeededNumber } from '../values/index.ts';
import type { UserContract, UserContractFact } from './contract.ts';

/** The trait for typing errors mistypes one letter per this many letters. */
const LETTERS_PER_TYPO = 40;
const MIN_WORD_WITH_TYPO_LENGTH = 4;
const keyboardRows = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Words that can be part of a date, or of a number in words. */
const protectedWordPattern =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}*$|^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\p{L}+teen|\p{L}+ty|hundred|thousand|million)$/iu;

/**
 * Rewrites a message according to the traits, without changing a character of a fact or any other value. The same seed
 * and turn give the same message.
 */
export function rewriteByTraits(message: string, { traits, facts, seed = '' }: UserContract, turn: number): string {
  if (traits.length === 0) return message;
  const words = splitIntoWordTokens(message, collectWordsOfFactValues(facts));
  const typed = traits.includes('typos') ? addTypos(words, `${seed} ${turn}`) : words;
  const cased = traits.includes('lowercase') ? typed.map(lowercaseWord) : typed;
  return traits.includes('split_messages') ? splitIntoTwoParagraphs(cased) : cased.map((word) => word.text).join('');
}

/**
 * True if the user tells a fact in its first message. With the trait `volunteers`, each fact is told with probability
 * ½.
 */
export function isVolunteered({ traits, seed = '' }: UserContract, { name }: UserContractFact): boolean {
  return traits.includes('volunteers') && generateSeededNumber(`${name} volunteered ${seed}`) < 0.5;
}

/** A word or the space between two words. */
type WordToken = { text: string; isProtected: boolean };

function splitIntoWordTokens(message: string, values: ReadonlySet<string>): WordToken[] {
  return message.split(/(\s+)/).map((text) => ({ text, isProtected: isValueWord(text, values) }));
}

function isValueWord(text: string, values: ReadonlySet<string>): boolean {
  if (/[^\p{L}\s.,;:!?'’"()-]/u.test(text)) return true;
  return splitIntoLetterRuns(text).some((letters) => values.has(letters) || protectedWordPattern.test(letters));
}

function collectWordsOfFactValues(facts: readonly UserContractFact[]): Set<string> {
  return new Set(facts.flatMap(({ value }) => splitIntoLetterRuns(value)));
}

function splitIntoLetterRuns(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
}

function lowercaseWord(word: WordToken): WordToken {
  return word.isProtected ? word : { ...word, text: word.text.toLowerCase() };
}

function addTypos(words: readonly WordToken[], seed: string): WordToken[] {
  let letter = 0;
  return words.map((word) => {
    if (word.isProtected || word.text.length < MIN_WORD_WITH_TYPO_LENGTH) return word;
    const letters = [...word.text];
    for (let index = 1; index < letters.length; index += 1) {
      letter += 1;
      if (generateSeededNumber(`${seed}:typo:${letter}`) * LETTERS_PER_TYPO < 1)
        addTypingMistake(letters, index, `${seed}:slip:${letter}`);
    }
    return { ...word, text: letters.join('') };
  });
}

/**
 * Makes a typing mistake: replaces a letter with a neighbouring key, omits it, doubles it, or swaps it with the
 * previous letter.
 */
function addTypingMistake(letters: string[], index: number, seed: string): void {
  const letter = letters[index] ?? '';
  const previous = letters[index - 1] ?? '';
  if (!/^[a-z]$/.test(letter)) return;
  const draw = generateSeededNumber(seed);
  if (draw < 0.25 && /^[a-z]$/.test(previous)) {
    letters[index - 1] = letter;
    letters[index] = previous;
    return;
  }
  if (draw < 0.5) letters[index] = '';
  else if (draw < 0.75) letters[index] = letter + letter;
  else letters[index] = pickNeighbouringKey(letter, seed);
}

function pickNeighbouringKey(letter: string, seed: string): string {
  const row = keyboardRows.find((keys) => keys.includes(letter)) ?? letter;
  const keyIndex = row.indexOf(letter);
  const keys = [row[keyIndex - 1], row[keyIndex + 1]].filter((key) => key !== undefined);
  return keys[Math.floor(generateSeededNumber(`${seed}:key`) * keys.length)] ?? letter;
}

/** Splits a message after the sentence that ends nearest to its middle, but never inside a value. */
function splitIntoTwoParagraphs(words: readonly WordToken[]): string {
  const text = words.map((word) => word.text).join('');
  if (text.includes('\n')) return text;
  let length = 0;
  let best: { at: number; distance: number } | undefined;
  words.forEach((word, index) => {
    const [previous, next] = [words[index - 1], words[index + 1]];
    const isEnd = /^\s+$/.test(word.text) && /[.!?]["')]?$/.test(previous?.text ?? '') && (next?.text ?? '') !== '';
    const isInside = previous?.isProtected === true && next?.isProtected === true;
    const distanceToMiddle = Math.abs(length - text.length / 2);
    if (isEnd && !isInside && distanceToMiddle < (best?.distance ?? Infinity))
      best = { at: index, distance: distanceToMiddle };
    length += word.text.length;
  });
  return words.map((word, index) => (index === best?.at ? '\n\n' : word.text)).join('');
}
