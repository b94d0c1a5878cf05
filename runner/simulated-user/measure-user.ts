import { objectionPhrasePattern, politePhrasePattern } from './realism-words.ts';
import { countIdentifyingValues } from './stated-values.ts';

/** The measures of a user's messages in a conversation, one number each. */
export const userMeasures = [
  { id: 'opening_share', label: 'words in the first two messages', unit: 'share' },
  { id: 'words', label: 'words a message', unit: 'number' },
  { id: 'short_share', label: 'messages of at most three words', unit: 'share' },
  { id: 'polite_share', label: 'messages with polite words', unit: 'share' },
  { id: 'push_back_share', label: 'messages that push back', unit: 'share' },
  { id: 'question_share', label: 'messages with a question', unit: 'share' },
  { id: 'identifiers', label: 'identifiers a message', unit: 'number' },
] as const;
export type UserMeasureId = (typeof userMeasures)[number]['id'];
export type UserMeasureValues = Readonly<Record<UserMeasureId, number>>;

const MAX_SHORT_MESSAGE_WORDS = 3;
const OPENING_MESSAGE_COUNT = 2;

/** Measures the messages of a user; undefined if there are none. Works for English only. */
export function measureUser(messages: readonly string[]): UserMeasureValues | undefined {
  const count = messages.length;
  if (count === 0) return undefined;
  const words = messages.map((message) => message.match(/[\p{L}\p{N}]+(?:['’@.-][\p{L}\p{N}]+)*/gu)?.length ?? 0);
  const all = sumNumbers(words);
  const texts = messages.map((message) => message.toLowerCase().replaceAll('’', "'"));
  const computeShare = (isCounted: (text: string, index: number) => boolean) => texts.filter(isCounted).length / count;
  return {
    opening_share: all === 0 ? 0 : sumNumbers(words.slice(0, OPENING_MESSAGE_COUNT)) / all,
    words: all / count,
    short_share: computeShare((_, index) => (words[index] ?? 0) <= MAX_SHORT_MESSAGE_WORDS),
    polite_share: computeShare((text) => politePhrasePattern.test(text)),
    push_back_share: computeShare((text) => objectionPhrasePattern.test(text)),
    question_share: computeShare((text) => /[?？؟]/.test(text)),
    identifiers: sumNumbers(messages.map(countIdentifyingValues)) / count,
  };
}

function sumNumbers(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
