import type { EndReason, Turn } from '../../contract/index.ts';
import { formatContentText } from '../../fold/index.ts';
import { isRefusalOfAgent } from '../../simulated-user/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import type { BuiltInUser, SimulatedUserReport } from './built-in-user.ts';

type ConversationEnd = {
  turns: readonly Turn[];
  endedAt: number | undefined;
  endReason: EndReason;
  user: BuiltInUser | undefined;
};

/** From this number on, equal short messages such as `yes` are reported; fewer may be real answers of a user. */
const MIN_IDENTICAL_MESSAGES = 3;

/** Returns the reasons why a passed conversation may not have tested what its author intended. */
export function findSimulatorMistakes({ turns, endedAt, endReason, user }: ConversationEnd): string[] {
  const slips: string[] = [];
  const [first] = turns;
  if (first?.origin === 'simulator' && first.goalAchieved === true) {
    slips.push('the simulator achieved its goal with its first message, before the agent had answered');
  }
  const filler = endReason === 'max_turns' ? findOnlyMessage(turns) : undefined;
  if (filler !== undefined) slips.push(`the simulator said only ${JSON.stringify(filler)}`);
  // The agent may keep asking a user for a fact that the user does not know, so the conversation can end that way
  // without a mistake.
  const hasUnknownFacts = user !== undefined && user.contract.unknown.length > 0;
  if (endReason === 'max_turns' && user?.wouldEnd(turns) === false && !hasUnknownFacts) {
    slips.push(`the user had not ended after ${formatCountWithNoun(turns.length, 'turn')}, the maximum`);
  }
  const turnsAfterEnd = turns.length - (endedAt ?? turns.length);
  if (turnsAfterEnd > 0)
    slips.push(
      `the agent ended the conversation in turn ${endedAt}, and ${formatCountWithNoun(turnsAfterEnd, 'more turn')} followed`,
    );
  return slips;
}

/** Returns the only message that the simulator ever sends, if it has just one or two words. */
function findOnlyMessage(turns: readonly Turn[]): string | undefined {
  const simulatorTexts = turns
    .filter(({ origin }) => origin === 'simulator')
    .map(({ input }) => formatContentText(input ?? '').trim());
  const [first = '', ...others] = new Set(simulatorTexts);
  return simulatorTexts.length >= MIN_IDENTICAL_MESSAGES && others.length === 0 && first.split(/\s+/).length <= 2
    ? first
    : undefined;
}

/**
 * Finds an agent that repeated itself until the conversation reached its limit: its last answers are equal. Ignores
 * refusals, because an agent should refuse again if it is asked again.
 */
export function findRepeatedAnswers(turns: readonly Turn[]): string[] {
  const answers = turns.map(({ response }) => response?.content.trim() ?? '');
  const last = answers.at(-1) ?? '';
  const different = answers.findLastIndex((answer) => answer !== last);
  const count = answers.length - 1 - different;
  if (last === '' || count < MIN_IDENTICAL_MESSAGES || isRefusalOfAgent(last)) return [];
  return [
    `the agent gave the same answer in its last ${count} turns, until the maximum of turns ended the conversation; add a required checkpoint, so that such a case fails`,
  ];
}

/**
 * Finds a question that the built-in user did not recognize, if one of its facts was never asked for: the agent may use
 * another name for that fact.
 */
export function findUnrecognizedQuestions(
  turns: readonly Turn[],
  report: Pick<SimulatedUserReport, 'facts'> | undefined,
): string[] {
  const unasked = (report?.facts ?? []).filter(({ state }) => state === 'never_asked').map(({ name }) => name);
  const index = turns.findIndex(
    ({ origin, input }) => origin === 'simulator' && formatContentText(input).trim() === "I don't know.",
  );
  const sentences = (turns[index - 1]?.response?.content ?? '').split(/(?<=[.!?\n])/);
  const question = sentences.findLast((sentence) => sentence.endsWith('?'))?.trim();
  if (unasked.length === 0 || question === undefined) return [];
  return [
    `the user did not know the answer to ${JSON.stringify(question)}, and was never asked for ${unasked.join(', ')}; if the agent calls a fact by another name, add that to its "aliases"`,
  ];
}
