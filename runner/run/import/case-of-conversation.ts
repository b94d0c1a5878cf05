import { type HeldTurn, proposeConversation } from '../../authoring/index.ts';
import { textOfContent } from '../../fold/index.ts';
import type { ImportedConversation } from '../../interop/import/conversation.ts';
import type { JsonObject } from '../../values/index.ts';

/** A case in which the user says the same again, with a checkpoint for what each turn called or said; or why there is none. */
export function caseOfConversation({ id, turns }: ImportedConversation): { case: JsonObject } | { why: string } {
  const held = turns.flatMap(({ input, response }, index): HeldTurn[] => {
    if (input === undefined || response === undefined) return [];
    return [{ turn: index + 1, input: textOfContent(input), response }];
  });
  if (held.length < turns.length) return { why: 'a turn has no message of the user, or no answer' };
  const proposed = proposeConversation(held, { id, simulator: '' });
  if (proposed === undefined) return { why: 'no answer has anything that a check could hold on to' };
  const { simulator: _, max_turns: __, input, ...rest } = proposed;
  if (held.length === 1) return { case: { ...rest, input: input ?? '' } };
  return { case: { id, turns: held.map((turn) => turn.input), checkpoints: rest.checkpoints ?? [] } };
}
