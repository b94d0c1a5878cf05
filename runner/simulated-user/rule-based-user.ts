import { type AskedFactsOfMessage, createFinderOfAskedNames } from './asked-facts.ts';
import type { UserContract, UserContractFact } from './contract.ts';
import { createCheckOfStatedValue } from './is-value-stated.ts';
import { normalizeText, stemWordsOfText } from './name-tokens.ts';
import { isVolunteered } from './traits.ts';
import type { GoalState } from './user-reply.ts';
import { goalVerbs, nonRefusalPatterns, refusalPatterns, stopWordList } from './words.ts';

/** The agent's answer in a turn; `calls` is the number of its tool calls. */
export type AgentTurn = { text: string; calls: number };

/**
 * The user's next message. With `end` it is the last message; if it is empty, the conversation ends immediately.
 * `goals` is the state of the goals if a model plays the user and not all of them are open.
 */
export type UserMove = { message: string; end?: 'goal_achieved' | 'refused'; goals?: GoalState[] };

export type RuleBasedUser = {
  /** Returns the first message, if the case contains none. */
  open(): UserMove;
  reply(turn: AgentTurn): UserMove;
};

/** A user that needs no model: it follows fixed rules, and says the same in every identical conversation. */
export function createRuleBasedUser(contract: UserContract): RuleBasedUser {
  const { goals, facts, traits, giveUp, input } = contract;
  const isTerse = traits.includes('terse');
  const match = createFinderOfAskedNames(contract);
  const values = facts.map((fact) => ({ fact, isToldIn: createCheckOfStatedValue(fact.value) }));
  const toldFacts = new Set<UserContractFact>();
  let goal = 0;
  let timesSaid = input === undefined ? 0 : 1;
  let hasCalled = false;
  let refused = 0;
  let wasRefused = false;

  function createMessageMove(message: string): UserMove {
    const folded = normalizeText(message);
    for (const { fact, isToldIn } of values) if (!toldFacts.has(fact) && isToldIn(folded)) toldFacts.add(fact);
    return { message };
  }

  function createGoalMove(): UserMove {
    timesSaid += 1;
    return createMessageMove(formatGoalStatement(goals[goal] ?? '', isTerse));
  }

  function createEndMove(isClosing: boolean): UserMove {
    return { message: isClosing ? 'No, that is all.' : '', end: wasRefused ? 'refused' : 'goal_achieved' };
  }

  function turnToNextGoal(isClosing: boolean): UserMove {
    goal += 1;
    timesSaid = 0;
    hasCalled = false;
    return goal < goals.length ? createGoalMove() : createEndMove(isClosing);
  }

  function answerRefusal(isClosing: boolean): UserMove {
    refused += 1;
    if (refused >= giveUp) {
      wasRefused = true;
      return createEndMove(isClosing);
    }
    if (traits.includes('push_back') && refused === 1) {
      timesSaid += 1;
      return createMessageMove("I don't agree. Please check again.");
    }
    wasRefused = true;
    return turnToNextGoal(isClosing);
  }

  return {
    open() {
      const { message } = createGoalMove();
      const volunteered = facts.filter((fact) => !toldFacts.has(fact) && isVolunteered(contract, fact));
      if (volunteered.length === 0) return { message };
      for (const fact of volunteered) toldFacts.add(fact);
      return { message: `${message.replace(/[.!]$/, '')}. ${formatFactsStatement(volunteered, isTerse)}` };
    },
    reply({ text, calls }) {
      hasCalled ||= calls > 0;
      const askedMessage = match(text);
      const answer = answerQuestions(askedMessage, { goal: goals[goal] ?? '', told: toldFacts, isTerse });
      if (answer === 'goal' && timesSaid < 2) return createGoalMove();
      if (typeof answer === 'object') {
        for (const fact of answer.facts) toldFacts.add(fact);
        return createMessageMove(answer.message);
      }
      const isClosing = askedMessage.sentences.some(({ asks }) => asks === 'closing');
      if (isRefusalOfAgent(text)) return answerRefusal(isClosing);
      if (!hasCalled && timesSaid < 2 && !isClosing) return createGoalMove();
      return turnToNextGoal(isClosing);
    },
  };
}

type UserAnswerContext = { goal: string; told: ReadonlySet<UserContractFact>; isTerse: boolean };

/**
 * Returns the user's answer to the questions in a message. Returns `goal` if the user should state the goal as the
 * answer; undefined if the message asks for nothing.
 */
function answerQuestions(
  askedMessage: AskedFactsOfMessage,
  { goal, told, isTerse }: UserAnswerContext,
): { message: string; facts: readonly UserContractFact[] } | 'goal' | undefined {
  const { readBack, unknown, other, sentences } = askedMessage;
  const named = askedMessage.facts.filter((fact) => !readBack.includes(fact));
  if (named.length > 0 || unknown.length > 0) {
    const parts = [
      ...(named.length === 0 ? [] : [formatFactsStatement(named, isTerse)]),
      ...(unknown.length === 0 ? [] : [formatUnknownAnswer(unknown, isTerse)]),
    ];
    return { message: parts.join(' and '), facts: named };
  }
  if (readBack.length > 0) return { message: 'Yes.', facts: readBack };
  const wrong = findWronglyRepeatedFact(askedMessage, told);
  if (wrong !== undefined)
    return { message: `No, ${lowercaseFirstLetter(formatFactsStatement([wrong], false))}`, facts: [wrong] };
  const questions = sentences.filter(({ asks }) => asks === 'information' || asks === 'consent');
  if (questions.some((sentence) => isOfferingGoalAsChoice(sentence.asked, goal))) return 'goal';
  if (other.length > 0) return { message: "I don't know.", facts: [] };
  const consent = questions.at(-1);
  if (consent !== undefined) {
    const isCheck = /\b(?:correct|right|accurate)\b/.test(consent.asked);
    return { message: isCheck ? 'Yes.' : 'Yes, please.', facts: [] };
  }
  return sentences.some(({ asks }) => asks === 'goal') ? 'goal' : undefined;
}

/**
 * Returns a sentence that states facts. The values are at the end of the sentence and without punctuation after them,
 * so that agents can read them correctly.
 */
function formatFactsStatement(facts: readonly UserContractFact[], isTerse: boolean): string {
  if (isTerse) return facts.map(({ value }) => value).join(', ');
  const statement = facts.map(({ name, value }) => `the ${toPlainFactName(name)} is ${value}`).join(' and ');
  return `${statement.charAt(0).toUpperCase()}${statement.slice(1)}`;
}

function formatUnknownAnswer(names: readonly string[], isTerse: boolean): string {
  return isTerse ? "I don't know" : `I don't know the ${names.map(toPlainFactName).join(' and the ')}`;
}

function toPlainFactName(name: string): string {
  return name.replace(/^(?:the|my|your)\s+/i, '').replaceAll('_', ' ');
}

function lowercaseFirstLetter(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

const goalVerbSet = new Set(goalVerbs);

/**
 * Returns a sentence that states a goal. If the goal is written like a wish, the sentence says so: "get a refund"
 * becomes "I want to get a refund".
 */
function formatGoalStatement(goal: string, isTerse: boolean): string {
  const [first = ''] = goal.toLowerCase().split(/\s+/, 1);
  if (isTerse || /[?？]\s*$/.test(goal)) return goal;
  if (first === 'to') return `I want ${goal}`;
  return goalVerbSet.has(first) ? `I want to ${lowercaseFirstLetter(goal)}` : goal;
}

/** Finds a fact that the user has told, but that the agent repeats incorrectly, as another value of the same form. */
function findWronglyRepeatedFact(
  { sentences }: AskedFactsOfMessage,
  toldFacts: ReadonlySet<UserContractFact>,
): UserContractFact | undefined {
  for (const { asks, asked } of sentences) {
    if (asks !== 'consent') continue;
    const words = (asked.match(/[\p{L}\p{N}][^\s,;:!?]*[\p{L}\p{N}]/gu) ?? []).map((word) => word.toLowerCase());
    const forms = new Set(words.map(toValueShape));
    const alike = [...toldFacts].filter(
      ({ value }) => /\d/.test(value) && value.length > 3 && forms.has(toValueShape(value)),
    );
    // A short value is no read-back on its own, but it is certainly not wrong.
    const [fact] = alike;
    if (alike.length === 1 && fact !== undefined && !words.includes(fact.value.toLowerCase())) return fact;
  }
  return undefined;
}

/** Replaces the letters and digits of a value by placeholders, to compare the forms of values. */
function toValueShape(value: string): string {
  return value.toLowerCase().replaceAll(/\p{L}/gu, 'a').replaceAll(/\d/g, '0');
}

const emptyWordSet = new Set(stopWordList);

/** True if the agent offers a choice, and only one of the options contains words of the goal. */
function isOfferingGoalAsChoice(question: string, goal: string): boolean {
  const options = question.split(/\bor\b/);
  if (options.length < 2) return false;
  const wordsAboutGoals = new Set(stemWordsOfText(normalizeText(goal)).filter((word) => !emptyWordSet.has(word)));
  const words = options.map((option) => new Set(stemWordsOfText(option)));
  const fitting = words.map((own, index) =>
    [...own].some((word) => wordsAboutGoals.has(word) && words.every((other, at) => at === index || !other.has(word))),
  );
  return fitting.filter(Boolean).length === 1;
}

/** True if the agent says that it will not do what the user wants. */
export function isRefusalOfAgent(text: string): boolean {
  return normalizeText(text)
    .split(/(?<=[.!?])\s+|\n/)
    .some(
      (sentence) =>
        refusalPatterns.some((pattern) => pattern.test(sentence)) &&
        !nonRefusalPatterns.some((pattern) => pattern.test(sentence)),
    );
}
