import { createFinderOfAskedNames } from './asked-facts.ts';
import type { UserContract } from './contract.ts';
import { normalizeText } from './name-tokens.ts';
import { type AgentSentence, parseSentences } from './sentences.ts';
import { namesImpliedByQuestions, requestVerbs, stopWordList } from './words.ts';

/** Something that the agent asks for although the contract lists it neither as a fact nor as unknown. */
export type MissingFact = {
  /** A name for the missing fact, in words with which the matcher recognizes the question again. */
  name: string;
  /** The sentence of the agent that asks for the fact. */
  question: string;
};

const MAX_WORDS = 5;
const determiners = new Set(['your', 'the', 'a', 'an', 'which', 'what', "what's", 'any', 'some', 'its', 'his', 'her']);
const leadingFillerPattern = /^(?:please |kindly |also |and |just |first |then |me |us )+/;
const possessionQuestionPattern = /\bdo you (?:have|know|remember)\b|\bhave you got\b/;
const countQuestionPattern = /\bhow many ((?:[\p{L}-]+ ?){1,2})/u;

/** Words that cannot be part of a thing's name, so that the name ends before them. */
const wordsAfterName = new Set([
  ...['for', 'on', 'in', 'at', 'to', 'so', 'that', 'with', 'from', 'by', 'when', 'where', 'before', 'until', 'if'],
  ...['is', 'are', 'was', 'were', 'be', 'do', 'does', 'did', 'would', 'will', 'should', 'can', 'could', 'may', 'shall'],
  ...['have', 'has', 'had', 'need', 'you', 'i', 'we', 'it', 'they', 'me', 'us', 'please', 'used', 'associated', 'this'],
  ...['as', 'exactly', 'again', 'below', 'here', 'first', 'and', 'or', 'not', 'no', 'yes', 'there', 'like', 'want'],
  ...[
    'linked',
    'registered',
    'attached',
    'connected',
    'just',
    'then',
    'now',
    'happened',
    'went',
    'suits',
    'works',
    'fits',
  ],
]);

/**
 * Finds the things that a message asks for and that are neither a fact nor listed as unknown, in the order of the
 * message, without duplicates.
 */
export function findMissingFacts(
  message: string,
  { facts, unknown }: Pick<UserContract, 'facts' | 'unknown'>,
): MissingFact[] {
  const names = [...unknown];
  const missingFacts: MissingFact[] = [];
  for (const sentence of parseSentences(message)) {
    if (
      sentence.asks !== 'information' &&
      !(sentence.asks === 'consent' && possessionQuestionPattern.test(sentence.asked))
    )
      continue;
    const isAnswered = isAsked(sentence.text, { facts, unknown: names });
    for (const name of findNamesAskedFor(sentence, isAnswered)) {
      if (isAsked(`What is your ${name}?`, { facts, unknown: names })) continue;
      names.push(name);
      missingFacts.push({ name, question: sentence.text });
    }
  }
  return missingFacts;
}

function isAsked(sentence: string, names: Pick<UserContract, 'facts' | 'unknown'>): boolean {
  const askedMessage = createFinderOfAskedNames(names)(sentence);
  return askedMessage.facts.length > 0 || askedMessage.unknown.length > 0;
}

/**
 * Returns the names of the things that a question asks for. If it contains no noun, the name is derived from its other
 * words ("When?" asks for a date), unless the question also asks for a fact of the user.
 */
function findNamesAskedFor({ asked, text }: AgentSentence, isAnswered: boolean): string[] {
  const named = [
    ...findCountedNounName(asked),
    ...asked.split(/[,;]\s*|\s(?:and|or)\s|\/|\s-\s/).flatMap(findNameInPiece),
  ].filter((name) => isQuestionAboutName(text, name));
  if (named.length > 0) return [...new Set(named)];
  // If the question introduces a list, the list items name what is asked for, so no name is derived from the question
  // itself.
  if (isAnswered || text.endsWith(':')) return [];
  // If the question contains no noun, the name is derived from its other words: "When …?" asks for a date.
  const fallback =
    namesImpliedByQuestions.find((name) => isQuestionAboutName(text, name)) ?? extractContentWords(asked);
  return fallback !== '' && isQuestionAboutName(text, fallback) ? [fallback] : [];
}

function isQuestionAboutName(sentence: string, name: string): boolean {
  return (
    createFinderOfAskedNames({ facts: [], unknown: [name] })(sentence.trimEnd().replace(/[?？]?$/, '?')).unknown
      .length > 0
  );
}

function findCountedNounName(question: string): string[] {
  const thing = countQuestionPattern.exec(question)?.[1]?.trim().split(' ');
  if (thing === undefined) return [];
  const words = thing.slice(0, thing.findIndex((word) => wordsAfterName.has(word)) >>> 0);
  return words.length === 0 ? [] : [`number of ${words.join(' ')}`];
}

/**
 * Returns the name in a part of a sentence: the words after the last determiner, or the whole part if it is only a
 * name.
 */
function findNameInPiece(clause: string): string[] {
  const words = clause.replace(leadingFillerPattern, '').match(/[\p{L}\p{N}#'-]+/gu) ?? [];
  if (words.some((word, index) => word === 'how' && ['many', 'much'].includes(words[index + 1] ?? ''))) return [];
  const start = words.findIndex((word, index) => determiners.has(word) && !isPhraseBoundary(words[index + 1] ?? 'is'));
  const isRequest = start === -1 && requestVerbs.includes(words[0] ?? '');
  const nameWords = words.slice(isRequest ? 1 : start + 1);
  const name: string[] = [];
  for (const word of nameWords) {
    if (determiners.has(word)) continue;
    if (wordsAfterName.has(word) || name.length === MAX_WORDS) break;
    name.push(word);
  }
  while (name.at(-1) === 'of') name.pop();
  const isWhole = name.length === nameWords.filter((word) => word !== 'please').length;
  return name.length === 0 || (start === -1 && !isRequest && !isWhole) ? [] : [name.join(' ')];
}

function isPhraseBoundary(word: string): boolean {
  return wordsAfterName.has(word) || determiners.has(word);
}

function extractContentWords(question: string): string {
  const words = normalizeText(question).match(/[\p{L}\p{N}-]+/gu) ?? [];
  const plainWords = words.filter(
    (word) => !(isPhraseBoundary(word) || stopWordList.includes(word) || requestVerbs.includes(word)),
  );
  return plainWords.slice(0, MAX_WORDS).join(' ');
}
