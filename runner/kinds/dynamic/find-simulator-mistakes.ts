import type { EndReason, Turn } from '../../contract/index.ts';
import { textOfContent } from '../../fold/index.ts';
import { formatCountWithNoun } from '../../values/index.ts';
import type { BuiltInUser } from './built-in-user.ts';

type ConversationEnd = {
  turns: readonly Turn[];
  endedAt: number | undefined;
  endReason: EndReason;
  user: BuiltInUser | undefined;
};

/**
 * The minimum number of equal short messages, such as `yes`, that look like a mistake; fewer may be real answers of a
 * user.
 */
const FEWEST_ALIKE = 3;

/** Returns the reasons why a passed conversation may not have tested what its author intended. */
export function findSimulatorMistakes({ turns, endedAt, endReason, user }: ConversationEnd): string[] {
  const slips: string[] = [];
  const [first] = turns;
  if (first?.origin === 'simulator' && first.goalAchieved === true) {
    slips.push('the simulator achieved its goal with its first message, before the agent had answered');
  }
  const filler = endReason === 'max_turns' ? findOnlyMessage(turns) : undefined;
  if (filler !== undefined) slips.push(`the simulator said only ${JSON.stringify(filler)}`);
  // A user with facts that it does not know may be asked for them until the conversation ends.
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
    .map(({ input }) => textOfContent(input ?? '').trim());
  const [first = '', ...others] = new Set(simulatorTexts);
  return simulatorTexts.length >= FEWEST_ALIKE && others.length === 0 && first.split(/\s+/).length <= 2
    ? first
    : undefined;
}
