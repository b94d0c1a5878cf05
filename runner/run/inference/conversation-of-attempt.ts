import { formatJudgedText } from '../../assertions/judged-value.ts';
import { type Conversation, collectIdentifiersInResults } from '../../experiments/infer/index.ts';
import type { RecordedResult } from '../../history/index.ts';
import { isConversation } from '../../kinds/kinds.ts';

type LabelledAttemptSource = Pick<Conversation, 'source' | 'isGood' | 'labelFrom'>;

/**
 * Returns the data from which rules are inferred. Undefined if the agent never answered, or if its answer cannot be
 * read.
 */
export function toLabelledConversation(
  { result, answer, unreadable }: RecordedResult,
  label: LabelledAttemptSource,
): Conversation | undefined {
  if (unreadable !== undefined) return undefined;
  const answeredTurns = answer.turns.flatMap(({ turn, response }) =>
    response === undefined ? [] : [{ turn, response }],
  );
  if (answeredTurns.length === 0) return undefined;
  const calls = answeredTurns.flatMap(({ turn, response }) => response.toolCalls.map((call) => ({ ...call, turn })));
  return {
    ...label,
    // Tool results are the largest part of a conversation. Only the values in them are kept, so that thousands of
    // conversations fit into memory.
    calls: calls.map(({ result: _, ...call }) => call),
    values: collectIdentifiersInResults(calls),
    answers: answeredTurns.map(({ response }) => formatJudgedText(response)),
    facts: isConversation(result) ? result.simulator?.facts : undefined,
  };
}
