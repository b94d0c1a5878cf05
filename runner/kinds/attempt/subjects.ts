import { formatJudgedText, getJudgedValue, type JudgedResponse } from '../../assertions/judged-value.ts';
import { toToolCallReport } from '../../assertions/match-tool.ts';
import type { Subject } from '../../assertions/subject.ts';
import { toPlainText } from '../../assertions/to-plain-text.ts';
import type { CaseInput, StandardCase, Turn } from '../../contract/index.ts';
import { castToJson, type Json, type JsonObject, withoutUndefined } from '../../values/index.ts';

/** A turn with an answer. Data that only a run records is optional, because the answer may be pasted or imported. */
export type JudgedTurn = Pick<Partial<Turn>, 'usage' | 'durationMs'> & { response: JudgedResponse };

/** Returns the data on which the assertions of a standard case are evaluated. */
export function buildAnswerSubject(
  { input, expected }: Pick<StandardCase, 'input' | 'expected'>,
  turn: JudgedTurn,
): Subject {
  const value = getJudgedValue(turn.response);
  const subject = { value, text: toPlainText(value), input: castToJson(input), ...collectTurnFacts(turn) };
  return expected === undefined ? subject : { ...subject, expected };
}

/**
 * A turn of a conversation, possibly without an answer. Data that only a run records is optional, because the turn may
 * be imported.
 */
type FinishedTurn = Pick<Turn, 'turn'> &
  Pick<Partial<Turn>, 'input' | 'usage' | 'durationMs'> & { response?: JudgedResponse };

/** Returns the data on which assertions on a whole conversation are evaluated: the last text, and all tool calls. */
export function buildConversationSubject(
  input: CaseInput | undefined,
  turns: readonly FinishedTurn[],
  state?: Json,
): Subject {
  const answeredTurns = turns.flatMap(({ response, ...turn }) =>
    response === undefined ? [] : [{ ...turn, response }],
  );
  const last = answeredTurns.at(-1);
  const facts = answeredTurns.map((turn) => collectTurnFacts(turn));
  const sumOrUndefined = (values: readonly (number | undefined)[]): number | undefined =>
    values.reduce<number | undefined>((total, value) => addOrUndefined(total, value), 0);
  const durations = facts.map(({ durationMs }) => durationMs);
  const text = last === undefined ? '' : formatJudgedText(last.response);
  return {
    value: text,
    text,
    next: last?.response.next,
    input: castToJson(input ?? null),
    state,
    toolCalls: answeredTurns.flatMap(({ turn, response }) => response.toolCalls.map((call) => ({ ...call, turn }))),
    turns: answeredTurns.length,
    ...withoutUndefined({
      tokens: sumOrUndefined(facts.map(({ tokens }) => tokens)),
      cost: sumOrUndefined(facts.map(({ cost }) => cost)),
      isPartlyPriced: facts.some(({ isPartlyPriced }) => isPartlyPriced === true) ? true : undefined,
      durationMs: sumOrUndefined(durations),
      longestTurnMs: durations.includes(undefined) ? undefined : Math.max(0, ...durations.map((ms) => ms ?? 0)),
    }),
    // The value is computed on demand, because only judges and scripts read it.
    get conversation() {
      return answeredTurns.map(toTurnSeenByRule);
    },
  };
}

type AnsweredTurn = FinishedTurn & { response: JudgedResponse };

function toTurnSeenByRule({ turn, input, response }: AnsweredTurn): JsonObject {
  return formatTurnForRule({ turn, userInput: castToJson(input ?? null), response });
}

function addOrUndefined(total: number | undefined, value: number | undefined): number | undefined {
  return total === undefined || value === undefined ? undefined : total + value;
}

type TurnSeenByRule = { turn: number; userInput: Json; response: JudgedResponse };

/** A turn as judges and scripts see it, with the keys used in reports. */
function formatTurnForRule({ turn, userInput, response: { content, toolCalls, next } }: TurnSeenByRule): JsonObject {
  return withoutUndefined({
    turn,
    input: userInput,
    output: content,
    next,
    tool_calls: toolCalls.map(toToolCallReport),
  });
}

/**
 * Returns the data on which a conversation's checkpoints are evaluated for one turn. `input` is the message to the
 * agent in that turn. Judges also receive the turns before.
 */
export function buildTurnSubject(
  turn: AnsweredTurn & Pick<Partial<Turn>, 'usage' | 'durationMs'>,
  { before = [], state }: { before?: readonly FinishedTurn[]; state?: () => Json | undefined } = {},
): Subject {
  const text = formatJudgedText(turn.response);
  return {
    value: text,
    text,
    next: turn.response.next,
    input: castToJson(turn.input ?? null),
    ...collectTurnFacts(turn),
    // The value is computed on demand, because only judges read it.
    get conversationSoFar() {
      const answeredTurns = before.flatMap(({ response, ...otherFields }) =>
        response === undefined || otherFields.turn >= turn.turn ? [] : [{ ...otherFields, response }],
      );
      return { turn: turn.turn, turns: [...answeredTurns, turn].map(toTurnSeenByRule), state: state?.() };
    },
  };
}

function collectTurnFacts({ response: { toolCalls }, usage, durationMs }: JudgedTurn) {
  const { inputTokens = 0, outputTokens = 0, calls = 0, cost, isPartlyPriced, isPartlyCounted } = usage ?? {};
  const tokens = inputTokens + outputTokens;
  // If there were model calls but no tokens, the model did not report its usage.
  const isKnown = usage !== undefined && isPartlyCounted !== true && (tokens > 0 || calls === 0);
  return { toolCalls, durationMs, ...(isKnown ? { tokens, cost, isPartlyPriced } : {}) };
}
