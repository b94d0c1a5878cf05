import { judgedText } from '../../assertions/judged-value.ts';
import type { Conversation } from '../../experiments/infer/index.ts';
import type { AttemptState } from '../../fold/index.ts';
import { isConversation } from '../../kinds/kinds.ts';
import { toRecordedAnswer } from '../../kinds/recorded/recorded-answer.ts';

type Label = Pick<Conversation, 'source' | 'isGood' | 'isWeak'>;

/** Returns what rules are inferred from. Undefined if the agent never answered, or its answer cannot be read. */
export function conversationOf({ turns, tries, result }: AttemptState, label: Label): Conversation | undefined {
  if (result === undefined || result.unreadable !== undefined) return undefined;
  const played = toRecordedAnswer(result, { turns, tries }).turns.flatMap(({ turn, response }) =>
    response === undefined ? [] : [{ turn, response }],
  );
  if (played.length === 0) return undefined;
  return {
    ...label,
    calls: played.flatMap(({ turn, response }) => response.toolCalls.map((call) => ({ ...call, turn }))),
    answers: played.map(({ response }) => judgedText(response)),
    facts: isConversation(result) ? result.simulator?.facts : undefined,
  };
}
