import { proposeConversationCase, type RecordedTurn } from '../../../authoring/index.ts';
import { formatContentText } from '../../../fold/index.ts';
import type { JsonObject } from '../../../values/index.ts';
import type { ImportedConversation } from '../readers/conversation.ts';

/** A line for a case file, or the reason why the conversation cannot be a case. */
export type ProposedCase = { id: string } & ({ line: string } | { why: string });

/** Returns a case with the same user messages. In each turn, a checkpoint requires what the agent called or wrote. */
export function proposeCase({ id, turns }: ImportedConversation): ProposedCase {
  const answeredTurns = turns.flatMap(({ input, response }, index): RecordedTurn[] => {
    if (input === undefined || response === undefined) return [];
    return [{ turn: index + 1, input: formatContentText(input), response }];
  });
  if (answeredTurns.length < turns.length) return { id, why: 'a turn has no user message, or no answer' };
  const proposed = proposeConversationCase(answeredTurns, { id, simulator: '' });
  if (proposed === undefined) return { id, why: 'no answer contains anything that a check could test' };
  const { simulator: _, max_turns: __, input, ...rest } = proposed;
  const caseJson: JsonObject =
    answeredTurns.length === 1
      ? { ...rest, input: input ?? '' }
      : { id, turns: answeredTurns.map((turn) => turn.input), checkpoints: rest.checkpoints ?? [] };
  return { id, line: JSON.stringify(caseJson) };
}
