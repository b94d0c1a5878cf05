import type { ContractFact, UserContract } from './contract.ts';
import { type AskedMessage, createAskedMatcher } from './match.ts';
import { foldText, stemsOf } from './name-tokens.ts';
import { createValueToldCheck } from './told.ts';
import { isVolunteered } from './traits.ts';
import type { GoalState } from './user-reply.ts';
import { emptyWords, goalVerbs, notRefused, refusals } from './words.ts';

/** The agent's half of a turn; `calls` is the number of its tool calls. */
export type AgentTurn = { text: string; calls: number };

/**
 * The user's next message. With `end` it is the last message; an empty one ends the conversation immediately. `goals`
 * is the state of the goals if a model plays the user and not all of them are open.
 */
export type UserMove = { message: string; end?: 'goal_achieved' | 'refused'; goals?: GoalState[] };

export type RulesUser = {
  /** Returns the first message, if the case contains none. */
  open(): UserMove;
  reply(turn: AgentTurn): UserMove;
};

/** A user that needs no model. It always says the same in the same conversation. */
export function createRulesUser(contract: UserContract): RulesUser {
  const { goals, facts, traits, giveUp, input } = contract;
  const isTerse = traits.includes('terse');
  const match = createAskedMatcher(contract);
  const values = facts.map((fact) => ({ fact, isToldIn: createValueToldCheck(fact.value) }));
  const toldFacts = new Set<ContractFact>();
  let goal = 0;
  let timesSaid = input === undefined ? 0 : 1;
  let hasCalled = false;
  let refused = 0;
  let wasRefused = false;

  function createMessageMove(message: string): UserMove {
    const folded = foldText(message);
    for (const { fact, isToldIn } of values) if (isToldIn(folded)) toldFacts.add(fact);
    return { message };
  }

  function createGoalMove(): UserMove {
    timesSaid += 1;
    return createMessageMove(goalStatement(goals[goal] ?? '', isTerse));
  }

  function endConversation(isClosing: boolean): UserMove {
    return { message: isClosing ? 'No, that is all.' : '', end: wasRefused ? 'refused' : 'goal_achieved' };
  }

  function turnToNextGoal(isClosing: boolean): UserMove {
    goal += 1;
    timesSaid = 0;
    hasCalled = false;
    return goal < goals.length ? createGoalMove() : endConversation(isClosing);
  }

  function countRefusal(isClosing: boolean): UserMove {
    refused += 1;
    if (refused >= giveUp) {
      wasRefused = true;
      return endConversation(isClosing);
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
      return { message: `${message.replace(/[.!]$/, '')}. ${factsStatement(volunteered, isTerse)}` };
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
      if (isRefusal(text)) return countRefusal(isClosing);
      if (!hasCalled && timesSaid < 2 && !isClosing) return createGoalMove();
      return turnToNextGoal(isClosing);
    },
  };
}

type UserKnowledge = { goal: string; told: ReadonlySet<ContractFact>; isTerse: boolean };

/**
 * Answers the questions of a message. Returns `goal` if stating the goal answers them; undefined if nothing is asked.
 */
function answerQuestions(
  askedMessage: AskedMessage,
  { goal, told, isTerse }: UserKnowledge,
): { message: string; facts: readonly ContractFact[] } | 'goal' | undefined {
  const { readBack, unknown, other, sentences } = askedMessage;
  const named = askedMessage.facts.filter((fact) => !readBack.includes(fact));
  if (named.length > 0 || unknown.length > 0) {
    const parts = [
      ...(named.length === 0 ? [] : [factsStatement(named, isTerse)]),
      ...(unknown.length === 0 ? [] : [unknownAnswer(unknown, isTerse)]),
    ];
    return { message: parts.join(' and '), facts: named };
  }
  if (readBack.length > 0) return { message: 'Yes.', facts: readBack };
  const wrong = wrongValue(askedMessage, told);
  if (wrong !== undefined) return { message: `No, ${lowerFirst(factsStatement([wrong], false))}`, facts: [wrong] };
  const questions = sentences.filter(({ asks }) => asks === 'information' || asks === 'consent');
  if (questions.some((sentence) => offersGoalAsChoice(sentence.asked, goal))) return 'goal';
  if (other.length > 0) return { message: "I don't know.", facts: [] };
  const consent = questions.at(-1);
  if (consent !== undefined) {
    const isCheck = /\b(?:correct|right|accurate)\b/.test(consent.asked);
    return { message: isCheck ? 'Yes.' : 'Yes, please.', facts: [] };
  }
  return sentences.some(({ asks }) => asks === 'goal') ? 'goal' : undefined;
}

/** States facts with their values at the end and without punctuation, so that agents can read the values. */
function factsStatement(facts: readonly ContractFact[], isTerse: boolean): string {
  if (isTerse) return facts.map(({ value }) => value).join(', ');
  const statement = facts.map(({ name, value }) => `the ${plainFactName(name)} is ${value}`).join(' and ');
  return `${statement.charAt(0).toUpperCase()}${statement.slice(1)}`;
}

function unknownAnswer(names: readonly string[], isTerse: boolean): string {
  return isTerse ? "I don't know" : `I don't know the ${names.map(plainFactName).join(' and the ')}`;
}

function plainFactName(name: string): string {
  return name.replace(/^(?:the|my|your)\s+/i, '').replaceAll('_', ' ');
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

const verbs = new Set(goalVerbs);

/** Says a goal as a wish, if it is written as one: "get a refund" becomes "I want to get a refund". */
function goalStatement(goal: string, isTerse: boolean): string {
  const [first = ''] = goal.toLowerCase().split(/\s+/, 1);
  if (isTerse || /[?？]\s*$/.test(goal)) return goal;
  if (first === 'to') return `I want ${goal}`;
  return verbs.has(first) ? `I want to ${lowerFirst(goal)}` : goal;
}

/** Finds a fact that the user has told, but that the agent repeats incorrectly, as another value of the same form. */
function wrongValue({ sentences }: AskedMessage, toldFacts: ReadonlySet<ContractFact>): ContractFact | undefined {
  for (const { asks, asked } of sentences) {
    if (asks !== 'consent') continue;
    const forms = new Set((asked.match(/[\p{L}\p{N}][^\s,;:!?]*[\p{L}\p{N}]/gu) ?? []).map(valueShape));
    const alike = [...toldFacts].filter(
      ({ value }) => /\d/.test(value) && value.length > 3 && forms.has(valueShape(value)),
    );
    if (alike.length === 1) return alike[0];
  }
  return undefined;
}

/** Replaces the letters and digits of a value by placeholders, to compare the forms of values. */
function valueShape(value: string): string {
  return value.toLowerCase().replaceAll(/\p{L}/gu, 'a').replaceAll(/\d/g, '0');
}

const empty = new Set(emptyWords);

/** True if the agent offers a choice, and only one of the options contains words of the goal. */
function offersGoalAsChoice(question: string, goal: string): boolean {
  const options = question.split(/\bor\b/);
  if (options.length < 2) return false;
  const goalWords = new Set(stemsOf(foldText(goal)).filter((word) => !empty.has(word)));
  const words = options.map((option) => new Set(stemsOf(option)));
  const fitting = words.map((own, index) =>
    [...own].some((word) => goalWords.has(word) && words.every((other, at) => at === index || !other.has(word))),
  );
  return fitting.filter(Boolean).length === 1;
}

/** True if the agent says that it does not do what the user wants. */
export function isRefusal(text: string): boolean {
  return foldText(text)
    .split(/(?<=[.!?])\s+|\n/)
    .some(
      (sentence) =>
        refusals.some((pattern) => pattern.test(sentence)) && !notRefused.some((pattern) => pattern.test(sentence)),
    );
}
