import { createValueCache } from '../values/index.ts';
import { normalizeText } from './name-tokens.ts';
import {
  askingWords,
  clauseSeparatorPattern,
  closingQuestionPatterns,
  consentVerbs,
  exclusionPhrasePattern,
  goalQuestionPatterns,
  nonRequestStartPatterns,
  openQuestionWords,
  politeStartPattern,
  requestPhrasePattern,
  requestVerbs,
  tagQuestionPattern,
  wordsBeforeImperative,
  wordsBeforeToImperative,
} from './words.ts';

/** A sentence of the agent, reduced to what it asks for. */
export type AgentSentence = {
  /** The sentence as the agent wrote it. */
  text: string;
  /**
   * The sentence in lower case, without the parts in which the agent forbids something, gives thanks or speaks about
   * itself. Empty if the sentence asks for nothing.
   */
  asked: string;
  /**
   * The kind of thing that the sentence asks for. `information`: more than yes or no · `consent`: yes or no · `goal`:
   * what the user wants · `closing`: whether the user needs anything else · `none`: nothing
   */
  asks: 'information' | 'consent' | 'goal' | 'closing' | 'none';
};

const questionEndPattern = /[?？؟]["'”’)\]*_\s]*$/;
const bulletPattern = /^\s*(?:[-*•–]|\d{1,2}[.)])\s+/;
const askingWordSet = new Set(askingWords);
const requestVerbSet = new Set(requestVerbs);
const consentVerbSet = new Set(consentVerbs);
const openQuestionWordSet = new Set(openQuestionWords);
const imperativeLeadInWords = new Set(wordsBeforeImperative);
const toImperativeLeadInWords = new Set(wordsBeforeToImperative);

/**
 * The parsed sentences of recent messages. They are cached, because the user, its guard and the report all analyse the
 * same messages.
 */
const parsedSentencesCache = createValueCache<readonly AgentSentence[]>(1_000, (sentences) => 1 + sentences.length);

/** Splits a message into sentences. Items of a list count as questions if the sentence before the list is one. */
export function parseSentences(message: string): readonly AgentSentence[] {
  const cachedSentences = parsedSentencesCache.get(message);
  if (cachedSentences !== undefined) return cachedSentences;
  const sentences = splitIntoSentences(message);
  parsedSentencesCache.keep(message, sentences);
  return sentences;
}

function splitIntoSentences(message: string): AgentSentence[] {
  const sentences: AgentSentence[] = [];
  let introduction: AgentSentence | undefined;
  for (const line of message.split('\n')) {
    const item = bulletPattern.test(line);
    if (!item && line.trim() !== '') introduction = undefined;
    for (const text of line.replace(bulletPattern, '').split(/(?<=[.!?？؟。！]["'”’)*_]{0,3})\s+|(?<=[？。！])/)) {
      if (text.trim() === '') continue;
      const sentence = parseSentence(text.trim());
      const inherits = item && sentence.asks === 'none' && introduction?.asks === 'information';
      sentences.push(inherits ? { ...sentence, asks: 'information', asked: normalizeText(text) } : sentence);
      if (!item) introduction = sentences.at(-1);
    }
  }
  return sentences;
}

function parseSentence(text: string): AgentSentence {
  const normalizedText = normalizeText(text);
  if (closingQuestionPatterns.some((pattern) => pattern.test(normalizedText)))
    return { text, asked: '', asks: 'closing' };
  const isQuestion = questionEndPattern.test(normalizedText);
  const clauses = normalizedText
    .split(clauseSeparatorPattern)
    .map((part) => ({ part, request: classifyRequest(part) }));
  if (!isQuestion && clauses.every(({ request }) => request === undefined)) return { text, asked: '', asks: 'none' };
  if (goalQuestionPatterns.some((pattern) => pattern.test(normalizedText)))
    return { text, asked: normalizedText, asks: 'goal' };
  const isChecked = isQuestion && clauses.length > 1 && tagQuestionPattern.test(clauses.at(-1)?.part ?? '');
  const open = clauses.filter(({ part, request }, index) => {
    if (isChecked) return true;
    const isLast = index === clauses.length - 1;
    if (!isLast && politeStartPattern.test(part)) return false;
    // A sentence such as "Your order number is W2378156, shall I …" states the number, so it does not ask for it.
    if (request === undefined && !isLast && /[\d@]/.test(part)) return false;
    return (isQuestion && isLast) || !nonRequestStartPatterns.some((pattern) => pattern.test(part));
  });
  const question = open.map(({ part }) => part.replace(exclusionPhrasePattern, '')).join(', ');
  const requests = open.flatMap(({ request }) => request ?? []);
  if (!isQuestion && requests.length === 0) return { text, asked: '', asks: 'none' };
  return { text, asked: question, asks: classifyQuestion(question, { isQuestion, requests }) };
}

type SentenceRequest = 'information' | 'consent';

/** Returns what a part of a sentence asks for; undefined if it asks for nothing. */
function classifyRequest(clause: string): SentenceRequest | undefined {
  if (requestPhrasePattern.test(clause)) return 'information';
  const words = clause.match(/[\p{L}']+/gu) ?? [];
  const verb = words.find((word, index) => requestVerbSet.has(word) && isImperative(words, index));
  if (verb !== undefined) return consentVerbSet.has(verb) ? 'consent' : 'information';
  return words.some((word) => askingWordSet.has(word)) ? 'information' : undefined;
}

function isImperative(words: readonly string[], index: number): boolean {
  const before = words[index - 1];
  if (before === undefined || imperativeLeadInWords.has(before)) return true;
  return before === 'to' && toImperativeLeadInWords.has(words[index - 2] ?? '');
}

type SentenceForm = { isQuestion: boolean; requests: readonly SentenceRequest[] };

function classifyQuestion(question: string, { isQuestion, requests }: SentenceForm): 'information' | 'consent' {
  if (requests.includes('consent')) return 'consent';
  if (!isQuestion) return 'information';
  const words = question.match(/[\p{L}']+/gu) ?? [];
  const isOpen = words.some((word) => openQuestionWordSet.has(word.replace(/'(?:s|re|d|ll)$/, '')));
  const isRequest = words.some(
    (word, index) => requestVerbSet.has(word) && !consentVerbSet.has(word) && isImperative(words, index),
  );
  return isOpen || isRequest || requestPhrasePattern.test(question) ? 'information' : 'consent';
}
