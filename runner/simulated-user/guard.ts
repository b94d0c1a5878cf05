import { type AskedFactsOfMessage, createFinderOfAskedNames } from './asked-facts.ts';
import type { UserContract, UserContractFact } from './contract.ts';
import {
  assistantPhrasePatterns,
  goalMentionPatterns,
  protocolTextPatterns,
  simulationPhrasePatterns,
} from './guard-words.ts';
import { createCheckOfStatedValue, isValueStatedIn } from './is-value-stated.ts';
import { normalizeText } from './name-tokens.ts';
import { findLettersOfOtherScript } from './other-script.ts';
import { createKnownValues, type KnownValues } from './stated-values.ts';

/** A rule that a message of the simulated user breaks, and the words that break it. */
export type RuleBreach = { rule: UserMessageRule; quote: string; reason: string };
export type UserMessageRule = keyof typeof messageRules;

/**
 * The next message of a simulated user, before it is sent. `tellable` has the names of the facts that it may contain:
 * those that the agent asked for, and those that the user tells unasked.
 */
export type DraftToCheck = { message: string; ends: boolean; hasOpenGoal: boolean; tellable: ReadonlySet<string> };

/** Checks each message of a simulated user before it is sent, without calling a model. */
export type UserMessageGuard = {
  addAgentMessage(message: string): void;
  addUserMessage(message: string): void;
  /**
   * True if the goal, the first message or the conversation contains the fact's value, so that the fact may be told at
   * any time.
   */
  isFree(fact: UserContractFact): boolean;
  check(draft: DraftToCheck): RuleBreach[];
};

type UserAgentExchange = { message: string; questions: readonly string[]; asked: readonly UserContractFact[] };

const noExchange: UserAgentExchange = { message: '', questions: [], asked: [] };

type GuardContext = DraftToCheck & {
  contract: UserContract;
  known: KnownValues;
  values: ReadonlyMap<UserContractFact, ReturnType<typeof createCheckOfStatedValue>>;
  /**
   * Facts that may be told at any time, because the goal, the first message or the conversation contains their values.
   */
  free: ReadonlySet<UserContractFact>;
  /** The message in lower case, with plain apostrophes. */
  text: string;
  /** All texts of the contract, in lower case with plain apostrophes. */
  contractText: string;
  agent: UserAgentExchange;
  /** The user's previous message, and the questions of the agent that it answered. */
  answered: UserAgentExchange;
};

const MAX_TERSE_SENTENCES = 2;
/**
 * The maximum number of words in a short answer. Short answers such as "Yes, please." fit many questions, so they may
 * be repeated.
 */
const MAX_SHORT_ANSWER_WORDS = 4;

type BreachDetails = Omit<RuleBreach, 'rule'>;

const messageRules = {
  empty: ({ message, ends }: GuardContext) =>
    buildBreachFindings(message.trim() === '' && !ends, '', 'the message is empty'),
  ends_early: ({ ends, hasOpenGoal, agent, message }: GuardContext) =>
    buildBreachFindings(
      ends && (hasOpenGoal || agent.message === ''),
      message,
      'it ends the conversation while a goal is open',
    ),
  ends_on_question: ({ ends, agent }: GuardContext) =>
    (ends ? agent.questions.slice(-1) : []).map((quote) => ({
      quote,
      reason: `it ends the conversation although the assistant asked "${quote}"`,
    })),
  told_early: findFactsStatedTooEarly,
  invented: ({ message, known }: GuardContext) =>
    known.unknownIn(message).map((quote) => ({ quote, reason: `it states "${quote}", which it was not given` })),
  too_long: ({ message, contract }: GuardContext) =>
    buildBreachFindings(
      contract.traits.includes('terse') && countSentences(message) > MAX_TERSE_SENTENCES,
      message,
      `it has more than ${MAX_TERSE_SENTENCES} sentences`,
    ),
  assistant_words: ({ text, contractText }: GuardContext) =>
    findFirstPhrase(text, assistantPhrasePatterns, contractText).map((quote) => ({
      quote,
      reason: `it talks like the assistant: "${quote}"`,
    })),
  meta_words: (view: GuardContext) =>
    findWordsAboutSimulation(view).map((quote) => ({ quote, reason: `it speaks about the simulation: "${quote}"` })),
  repeats: (view: GuardContext) =>
    buildBreachFindings(
      isRepeatedUserMessage(view),
      view.message,
      'it repeats its last message although the assistant asked something else',
    ),
  other_script: ({ message, text, contract, contractText }: GuardContext) =>
    findLettersOfOtherScript({ message, text, language: contract.language, given: contractText }).map((quote) => ({
      quote,
      reason: `it is written in another script: "${quote}"`,
    })),
} satisfies Record<string, (view: GuardContext) => BreachDetails[]>;

export function createUserMessageGuard(contract: UserContract): UserMessageGuard {
  const { facts, goals, persona = '', input = '', unknown } = contract;
  const names = facts.flatMap(({ name, aliases }) => [name, ...aliases]);
  const givenTexts = [...goals, persona, input, ...unknown, ...names, ...facts.map(({ value }) => value)];
  const contractText = normalizeForPhraseSearch(givenTexts.join('\n'));
  const knownValues = createKnownValues();
  for (const text of givenTexts) knownValues.add(text);
  const values = new Map(facts.map((fact) => [fact, createCheckOfStatedValue(fact.value)]));
  const match = createFinderOfAskedNames(contract);
  const freelyStated = new Set<UserContractFact>();
  let agent = noExchange;
  let answeredExchange = noExchange;
  const addKnownText = (text: string) => {
    knownValues.add(text);
    const normalizedText = normalizeText(text);
    for (const [fact, isToldIn] of values)
      if (!freelyStated.has(fact) && isToldIn(normalizedText)) freelyStated.add(fact);
  };
  for (const text of [...goals, input]) addKnownText(text);
  return {
    addAgentMessage(message) {
      addKnownText(message);
      const matched = match(message);
      agent = { message, questions: listOpenQuestions(matched), asked: matched.facts };
    },
    addUserMessage(message) {
      addKnownText(message);
      answeredExchange = { ...agent, message };
    },
    isFree: (fact) => freelyStated.has(fact),
    check(draft) {
      const text = normalizeForPhraseSearch(draft.message);
      const view = {
        ...draft,
        contract,
        known: knownValues,
        values,
        free: freelyStated,
        text,
        contractText,
        agent,
        answered: answeredExchange,
      };
      return guardRules.flatMap((rule) => messageRules[rule](view).map((finding) => ({ rule, ...finding })));
    },
  };
}

function listOpenQuestions({ sentences }: AskedFactsOfMessage): string[] {
  return sentences.filter(({ asks }) => asks === 'information' || asks === 'consent').map(({ text }) => text);
}

function isGuardRule(name: string): name is UserMessageRule {
  return Object.hasOwn(messageRules, name);
}

export const guardRules: readonly UserMessageRule[] = Object.keys(messageRules).filter(isGuardRule);

function buildBreachFindings(isBroken: boolean, quote: string, reason: string): BreachDetails[] {
  return isBroken ? [{ quote, reason }] : [];
}

/**
 * Returns facts that may be told before the agent asks for them: in a language other than English, questions for a fact
 * without aliases cannot be recognized.
 */
export function listUncheckedFacts({ facts, language }: Pick<UserContract, 'facts' | 'language'>): UserContractFact[] {
  return /^en\b/i.test(language) ? [] : facts.filter(({ aliases }) => aliases.length === 0);
}

function findFactsStatedTooEarly({ message, contract, values, free, tellable }: GuardContext): BreachDetails[] {
  const normalizedMessage = normalizeText(message);
  const unchecked = listUncheckedFacts(contract);
  const early = [...values].filter(
    ([fact, isToldIn]) =>
      !free.has(fact) && !tellable.has(fact.name) && !unchecked.includes(fact) && isToldIn(normalizedMessage),
  );
  if (early.length === 0) return [];
  // A fact may be told as part of another fact, such as a city as part of an address.
  const allowed = contract.facts.filter(({ name }) => tellable.has(name));
  return early
    .filter(([{ value }]) => !allowed.some((other) => isValueStatedIn(value, other.value)))
    .map(([{ name, value }]) => ({
      quote: value,
      reason: `it tells the ${name}, which the assistant has not asked for`,
    }));
}

function findWordsAboutSimulation({ text, contractText, agent }: GuardContext): string[] {
  const allowed = `${contractText}\n${normalizeForPhraseSearch(agent.message)}`;
  const aboutGoals = /\bgoals?\b/.test(allowed) ? [] : findFirstPhrase(text, goalMentionPatterns, '');
  return [
    ...findFirstPhrase(text, simulationPhrasePatterns, allowed),
    ...findFirstPhrase(text, protocolTextPatterns, allowed),
    ...aboutGoals,
  ];
}

/**
 * Returns the first phrase of a list that occurs in a text; phrases that the allowed text also contains are skipped.
 */
function findFirstPhrase(text: string, phrases: readonly RegExp[], allowed: string): string[] {
  for (const phrase of phrases) {
    const quote = phrase.exec(text)?.[0];
    if (quote !== undefined && !allowed.includes(quote)) return [quote];
  }
  return [];
}

function isRepeatedUserMessage({ message, agent, answered }: GuardContext): boolean {
  const words = splitIntoWords(message);
  if (words.length <= MAX_SHORT_ANSWER_WORDS || words.join(' ') !== splitIntoWords(answered.message).join(' '))
    return false;
  if (agent.questions.length === 0 || haveSameWords(agent.questions, answered.questions)) return false;
  return !agent.asked.some(({ value }) => isValueStatedIn(value, message));
}

function haveSameWords(left: readonly string[], right: readonly string[]): boolean {
  return splitIntoWords(left.join(' ')).join(' ') === splitIntoWords(right.join(' ')).join(' ');
}

function splitIntoWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

function countSentences(message: string): number {
  return message.split(/(?<=[.!?…])["')\]]?\s+(?=\S)|\n+/).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)).length;
}

function normalizeForPhraseSearch(text: string): string {
  return text.toLowerCase().replaceAll('’', "'");
}
