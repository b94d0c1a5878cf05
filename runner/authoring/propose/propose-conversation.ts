import { formatToolName } from '../../assertions/match-tool.ts';
import type { ToolCall } from '../../contract/index.ts';
import type { JsonObject } from '../../values/index.ts';
import { listToolNamesInAnswer } from '../list-names-in-answer.ts';
import { findExpectedWord, isReproducibleNumber, listNumbersInAnswer } from './answer-words.ts';

/** One recorded turn of a conversation with an agent. */
export type RecordedTurn = { turn: number; input: string; response: { content: string; toolCalls: ToolCall[] } };

/**
 * Creates a case that repeats a conversation. In each turn, a checkpoint requires what is new: its tool calls, or
 * otherwise a text of the agent. Undefined if no turn contains anything to check.
 */
export function proposeConversationCase(
  turns: readonly RecordedTurn[],
  labels: { id: string; simulator: string },
): JsonObject | undefined {
  const checkpoints: JsonObject[] = [];
  for (const [position, { turn }] of turns.entries()) {
    const assertions = proposeAssertionsForLastTurn(turns.slice(0, position + 1));
    if (assertions === undefined) continue;
    const after = checkpoints.slice(-1).map(({ id }) => id ?? null);
    const { description, assert } = assertions;
    checkpoints.push({ id: `turn-${turn}`, description, ...(after.length === 0 ? {} : { after }), assert });
  }
  if (checkpoints.length === 0) return undefined;
  return {
    id: labels.id,
    input: turns[0]?.input ?? '',
    ...(turns.length === 1 ? {} : { simulator: labels.simulator }),
    max_turns: turns.length,
    checkpoints,
  };
}

type ProposedAssertions = { description: string; assert: JsonObject | JsonObject[] };

/**
 * Proposes assertions for what is new in the last turn. A checkpoint that an earlier turn already satisfies would end
 * the conversation too early.
 */
function proposeAssertionsForLastTurn(turns: readonly RecordedTurn[]): ProposedAssertions | undefined {
  const lastTurn = turns.at(-1);
  if (lastTurn === undefined) return undefined;
  const earlierTurns = turns.slice(0, -1);
  const usedTools = listToolNamesInAnswer({ turns: [...earlierTurns], assertions: [], checkpointChecks: [] });
  const tools = [...new Set(lastTurn.response.toolCalls.map(formatToolName))].filter(
    (tool) => !usedTools.includes(tool),
  );
  if (tools.length > 0) {
    const checks = tools.map((tool): JsonObject => ({ type: 'tool_called', value: tool }));
    const [onlyCheck] = checks;
    return {
      description: `calls ${tools.join(' and ')}`,
      assert: checks.length > 1 || onlyCheck === undefined ? checks : onlyCheck,
    };
  }
  const earlierText = earlierTurns.map(({ response }) => response.content).join('\n');
  const userText = turns.map(({ input }) => input).join('\n');
  const figure = listNumbersInAnswer(lastTurn.response.content).find(
    (each) => isReproducibleNumber(each, userText) && !earlierText.includes(each),
  );
  if (figure !== undefined) return { description: `says ${figure}`, assert: { type: 'contains', value: figure } };
  const word = findExpectedWord({ answer: lastTurn.response.content, userText, earlierText });
  if (word === undefined) return undefined;
  return { description: `mentions ${word}`, assert: { type: 'regex', value: `(?i)${word}` } };
}
